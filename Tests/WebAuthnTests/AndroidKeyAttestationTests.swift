import TestSupport
import Testing
import WebAuthn

@Suite struct AndroidKeyAttestationTests {
    private let fixture = AttestationFixture(format: .androidKey, attestation: .androidKey)

    @Test(arguments: [-7, -35, -257], [1, 2])
    func `Keys of the trusted environment and of StrongBox are attested`(algorithm: Int, level: Int) throws {
        let registration = try fixture.register(try AttestationFixture.policy()) {
            $0.algorithm = algorithm
            $0.keyDescription = { $0.securityLevel = level }
        }
        #expect(registration.attestation.format == "android-key")
        #expect(registration.attestation.type == .basic)
        #expect(registration.attestation.trusted)
    }

    @Test(arguments: [
        BrokenAttestation("no alg", "a member is missing or of another type than it should be") {
            $0.statement = { $0["alg"] = nil }
        },
        BrokenAttestation("sig is text", "a member is missing or of another type than it should be") {
            $0.statement = { $0["sig"] = "x" }
        },
        BrokenAttestation("no x5c", "x5c is missing") { $0.statement = { $0["x5c"] = nil } },
        BrokenAttestation("x5c holds junk", "a certificate of x5c cannot be read") {
            $0.statement = { $0["x5c"] = [.bytes([0x30, 0x00])] }
        },
        BrokenAttestation("unknown alg", "alg is not an algorithm of credential keys") {
            $0.statement = { $0["alg"] = -65_535 }
        },
        BrokenAttestation("alg of another key", "sig is not the certified key's signature") {
            $0.statement = { $0["alg"] = -257 }
        },
        BrokenAttestation("another key signs", "sig is not the certified key's signature") {
            $0.signer = try? SoftwareKey(generating: -7)
        },
        BrokenAttestation("another key certified", "the certificate is for another key than the credential") {
            let key = try? SoftwareKey(generating: -7)
            $0.attestationKey = key
            $0.signer = key
        },
        BrokenAttestation("no key description", "the certificate holds no Android key description") {
            $0.certificate = { $0.remove("1.3.6.1.4.1.11129.2.1.17") }
        },
        BrokenAttestation("challenge of another ceremony", "the key description was made for another ceremony") {
            $0.keyDescription = { $0.challenge[0] ^= 1 }
        },
        BrokenAttestation("all applications, by the hardware", "the key is open to all applications") {
            $0.keyDescription = { $0.teeEnforced.append(SoftwareKeyDescription.allApplications) }
        },
        BrokenAttestation("all applications, by the software", "the key is open to all applications") {
            $0.keyDescription = { $0.softwareEnforced = [SoftwareKeyDescription.allApplications] }
        },
        BrokenAttestation("imported key", "the key was not generated in the secure hardware") {
            $0.keyDescription = {
                $0.teeEnforced = [SoftwareKeyDescription.purpose(2), SoftwareKeyDescription.origin(2)]
            }
        },
        BrokenAttestation("no origin", "the key was not generated in the secure hardware") {
            $0.keyDescription = { $0.teeEnforced = [SoftwareKeyDescription.purpose(2)] }
        },
        BrokenAttestation("purpose decrypt", "the secure hardware does not keep the key for signing") {
            $0.keyDescription = {
                $0.teeEnforced = [SoftwareKeyDescription.purpose(1), SoftwareKeyDescription.origin(0)]
            }
        },
        BrokenAttestation("no purpose", "the secure hardware does not keep the key for signing") {
            $0.keyDescription = { $0.teeEnforced = [SoftwareKeyDescription.origin(0)] }
        },
        BrokenAttestation("all by software", "the key was not generated in the secure hardware") {
            $0.keyDescription = { swap(&$0.softwareEnforced, &$0.teeEnforced) }
        },
        BrokenAttestation("empty lists", "the key was not generated in the secure hardware") {
            $0.keyDescription = { $0.teeEnforced = [] }
        },
    ])
    func `One broken thing is one refusal`(_ broken: BrokenAttestation) throws {
        try fixture.expectRefusal(of: broken)
    }

    @Test func `More purposes than signing are fine`() throws {
        _ = try fixture.register(try AttestationFixture.policy()) {
            $0.keyDescription = { description in
                description.teeEnforced = [SoftwareKeyDescription.purpose(2, 3), SoftwareKeyDescription.origin(0)]
            }
        }
    }

    @Test func `Policy lets the software's list count`() throws {
        var policy = try AttestationFixture.policy()
        policy.androidKeyAllowsSoftware = true
        _ = try fixture.register(policy) { $0.keyDescription = { swap(&$0.softwareEnforced, &$0.teeEnforced) } }
    }

    @Test func `Policy lets lists be empty, but not half empty`() throws {
        var policy = try AttestationFixture.policy()
        policy.androidKeyListsMayBeEmpty = true
        _ = try fixture.register(policy) { $0.keyDescription = { $0.teeEnforced = [] } }
        #expect(
            throws: WebAuthnRefusal.attestationInvalid(
                format: "android-key", reason: "the secure hardware does not keep the key for signing")
        ) {
            try fixture.register(policy) { $0.keyDescription = { $0.teeEnforced = [SoftwareKeyDescription.origin(0)] } }
        }
    }
}

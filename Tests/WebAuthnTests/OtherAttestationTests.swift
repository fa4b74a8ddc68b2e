import Crypto
import TestSupport
import Testing
import WebAuthn

@Suite("FIDO U2F attestation (§8.6)")
struct FIDOU2FAttestationTests {
    private static let fixture = AttestationFixture(format: .fidoU2F, attestation: .fidoU2F)

    @Test(arguments: [[UInt8](repeating: 0, count: 16), [UInt8](repeating: 8, count: 16)])
    func `a U2F key is attested, whatever the model it claims`(_ aaguid: [UInt8]) throws {
        let registration = try Self.fixture.register(try AttestationFixture.policy()) { $0.aaguid = aaguid }
        #expect(registration.attestation == AttestationResult(format: "fido-u2f", type: .basic, trusted: true))
    }

    static let rows = [
        BrokenAttestation("no sig", "sig is missing") { $0.statement = { $0["sig"] = nil } },
        BrokenAttestation("no x5c", "x5c must hold exactly one") { $0.statement = { $0["x5c"] = nil } },
        BrokenAttestation("two certificates", "x5c must hold exactly one") {
            $0.statement = {
                guard case .array(let chain)? = $0["x5c"] else { return }
                $0["x5c"] = .array(chain + chain)
            }
        },
        BrokenAttestation("the certificate's key is on P-384", "the certificate's key is not on P-256") {
            $0.attestationKey = try? SoftwareKey(generating: -35)
        },
        BrokenAttestation("a bit of sig flips", "the signature does not verify") {
            $0.signature = { $0[$0.count - 1] ^= 1 }
        },
        BrokenAttestation("another key signs", "the signature does not verify") {
            $0.signer = try? SoftwareKey(generating: -7)
        },
    ]

    @Test(arguments: rows)
    func `one broken thing is one refusal`(_ broken: BrokenAttestation) throws {
        try Self.fixture.expectRefusal(of: broken)
    }
}

@Suite("Apple anonymous attestation (§8.8)")
struct AppleAttestationTests {
    private static let fixture = AttestationFixture(format: .apple, attestation: .apple)
    private static let nonceExtension = "1.2.840.113635.100.8.2"

    @Test func `a key that Apple vouches for is attested`() throws {
        let registration = try Self.fixture.register(try AttestationFixture.policy()) { _ in }
        #expect(registration.attestation == AttestationResult(format: "apple", type: .anonymizationCA, trusted: true))
    }

    static let rows = [
        BrokenAttestation("no x5c", "x5c is missing") { $0.statement = { $0["x5c"] = nil } },
        BrokenAttestation("no nonce", "the certificate's nonce") {
            $0.certificate = { $0.extensions.removeAll { $0.oid == nonceExtension } }
        },
        BrokenAttestation("another ceremony's nonce", "the certificate's nonce") { $0.setNonce(Digest.sha256([1])) },
        BrokenAttestation("a short nonce", "the certificate's nonce") { $0.setNonce([1, 2, 3]) },
        BrokenAttestation("the certificate is for another key", "not for the credential key") {
            $0.attestationKey = try? SoftwareKey(generating: -7)
        },
    ]

    @Test(arguments: rows)
    func `one broken thing is one refusal`(_ broken: BrokenAttestation) throws {
        try Self.fixture.expectRefusal(of: broken)
    }
}

extension SoftwareAuthenticatorPlan {
    /// Puts another nonce into Apple's certificate.
    fileprivate mutating func setNonce(_ nonce: [UInt8]) {
        certificate = { template in
            let oid = "1.2.840.113635.100.8.2"
            template.extensions.removeAll { $0.oid == oid }
            let value = DER.sequence(DER.explicit(1, DER.octetString(nonce)))
            template.extensions.append(CertificateExtension(oid: oid, isCritical: false, value: value))
        }
    }
}

@Suite("Compound attestation (§8.9)")
struct CompoundAttestationTests {
    private static let fixture = AttestationFixture(
        format: .compound, attestation: .compound([.packedSelf, .packedCertificate]))

    @Test func `one trusted statement speaks for the whole`() throws {
        let registration = try Self.fixture.register(try AttestationFixture.policy()) { _ in }
        #expect(registration.attestation == AttestationResult(format: "compound", type: .basic, trusted: true))
    }

    @Test func `statements that no root stands behind are not trusted`() throws {
        let fixture = AttestationFixture(format: .compound, attestation: .compound([.packedSelf, .none]))
        var policy = try AttestationFixture.policy()
        #expect(try !fixture.register(policy) { _ in }.attestation.trusted)
        policy.require = true
        #expect(throws: WebAuthnRefusal.attestationRequired(type: "self")) { try fixture.register(policy) { _ in } }
    }

    @Test func `every statement must verify`() throws {
        #expect(throws: WebAuthnRefusal.self) {
            try Self.fixture.register(try AttestationFixture.policy()) { $0.signature = { $0[$0.count - 1] ^= 1 } }
        }
    }

    @Test func `a format that is not accepted is not accepted inside either`() throws {
        var policy = try AttestationFixture.policy()
        policy.formats.remove(.packed)
        #expect(throws: WebAuthnRefusal.formatNotAllowed("packed")) { try Self.fixture.register(policy) { _ in } }
    }

    static let rows = [
        BrokenAttestation("a map", "not an array of 2") { $0.attestationObject = { $0["attStmt"] = [:] as CBORItem } },
        BrokenAttestation("one statement", "not an array of 2") {
            $0.attestationObject = { $0["attStmt"] = [["fmt": "none", "attStmt": [:]]] }
        },
        BrokenAttestation("nine statements", "not an array of 2") {
            $0.attestationObject = {
                $0["attStmt"] = .array(Array(repeating: ["fmt": "none", "attStmt": [:]], count: 9))
            }
        },
        BrokenAttestation("compound inside", "compound inside compound") {
            $0.attestationObject = {
                $0["attStmt"] = [["fmt": "none", "attStmt": [:]], ["fmt": "compound", "attStmt": [:]]]
            }
        },
        BrokenAttestation("an unknown format inside", "fmt and attStmt that are known") {
            $0.attestationObject = {
                $0["attStmt"] = [["fmt": "none", "attStmt": [:]], ["fmt": "other", "attStmt": [:]]]
            }
        },
        BrokenAttestation("a statement without fmt", "fmt and attStmt that are known") {
            $0.attestationObject = { $0["attStmt"] = [["fmt": "none", "attStmt": [:]], ["attStmt": [:]]] }
        },
    ]

    @Test(arguments: rows)
    func `one broken thing is one refusal`(_ broken: BrokenAttestation) throws {
        try Self.fixture.expectRefusal(of: broken)
    }
}

import Crypto
import FoundationEssentials
import TestSupport
import Testing
import WebAuthn

@Suite("Packed attestation (§8.2)")
struct PackedAttestationTests {
    private static let certified = AttestationFixture(format: .packed, attestation: .packedCertificate)
    private static let itself = AttestationFixture(format: .packed, attestation: .packedSelf)
    private static let aaguidExtension = "1.3.6.1.4.1.45724.1.1.4"

    @Test(arguments: [-7, -35, -36, -47, -8, -53, -37])
    func `attestation keys of every kind sign`(_ algorithm: Int) throws {
        let registration = try Self.certified.register(try AttestationFixture.policy()) {
            $0.attestationKey = try? SoftwareKey(generating: algorithm)
        }
        #expect(registration.attestation == AttestationResult(format: "packed", type: .basic, trusted: true))
    }

    @Test(arguments: SoftwareKey.algorithms)
    func `a credential key attests itself`(_ algorithm: Int) throws {
        let registration = try Self.itself.register(try AttestationFixture.policy()) { $0.algorithm = algorithm }
        #expect(registration.attestation == AttestationResult(format: "packed", type: .`self`, trusted: false))
    }

    static let selfRows = [
        BrokenAttestation("no alg", "alg is missing") { $0.statement = { $0["alg"] = nil } },
        BrokenAttestation("alg is text", "alg is missing") { $0.statement = { $0["alg"] = "ES256" } },
        BrokenAttestation("alg of nobody", "alg 7 is not supported") { $0.statement = { $0["alg"] = 7 } },
        BrokenAttestation("alg RS1", "alg -65535 is not supported") { $0.statement = { $0["alg"] = -65_535 } },
        BrokenAttestation("alg is not the key's", "alg is not the credential key's") {
            $0.statement = { $0["alg"] = -9 }
        },
        BrokenAttestation("no sig", "sig is missing") { $0.statement = { $0["sig"] = nil } },
        BrokenAttestation("empty sig", "sig is missing") { $0.statement = { $0["sig"] = .bytes([]) } },
        BrokenAttestation("a bit of sig flips", "the signature does not verify") {
            $0.signature = { $0[$0.count - 1] ^= 1 }
        },
        BrokenAttestation("another key signs", "the signature does not verify") {
            $0.signer = try? SoftwareKey(generating: -7)
        },
        BrokenAttestation("ECDAA", "ECDAA") { $0.statement = { $0["ecdaaKeyId"] = .bytes([1]) } },
    ]

    @Test(arguments: selfRows)
    func `one broken thing in a self attestation is one refusal`(_ broken: BrokenAttestation) throws {
        try Self.itself.expectRefusal(of: broken)
    }

    static let certificateRows = [
        BrokenAttestation("x5c is a byte string", "x5c is not an array") {
            $0.statement = { $0["x5c"] = .bytes([1]) }
        },
        BrokenAttestation("empty x5c", "x5c is not an array of 1") { $0.statement = { $0["x5c"] = [] } },
        BrokenAttestation("eleven certificates", "x5c is not an array of 1 to 10") {
            $0.statement = { $0["x5c"] = .array(Array(repeating: .bytes([1]), count: 11)) }
        },
        BrokenAttestation("x5c holds text", "x5c holds something else") { $0.statement = { $0["x5c"] = ["a"] } },
        BrokenAttestation("x5c holds junk", "a certificate of x5c cannot be read") {
            $0.statement = { $0["x5c"] = [.bytes([0x30, 0x00])] }
        },
        BrokenAttestation("the credential key signs", "the signature does not verify") {
            $0.signer = try? SoftwareKey(generating: -7)
        },
        BrokenAttestation("alg of another kind of key", "the signature does not verify") {
            $0.statement = { $0["alg"] = -257 }
        },
        BrokenAttestation("version 1", "not X.509 version 3") {
            $0.certificate = {
                $0.version = 1; $0.extensions = []
            }
        },
        BrokenAttestation("no country", "country") { $0.certificate = { $0.drop("2.5.4.6") } },
        BrokenAttestation("two countries", "country") { $0.certificate = { $0.subject.append(.country("DE")) } },
        BrokenAttestation("a country in small letters", "country") {
            $0.certificate = {
                $0.drop("2.5.4.6"); $0.subject.append(.country("se"))
            }
        },
        BrokenAttestation("a country of three letters", "country") {
            $0.certificate = {
                $0.drop("2.5.4.6"); $0.subject.append(.country("SWE"))
            }
        },
        BrokenAttestation("no organization", "no organization") { $0.certificate = { $0.drop("2.5.4.10") } },
        BrokenAttestation("no unit", "organizational unit") { $0.certificate = { $0.drop("2.5.4.11") } },
        BrokenAttestation("another unit", "organizational unit") {
            $0.certificate = {
                $0.drop("2.5.4.11"); $0.subject.append(.organizationalUnit("authenticator attestation"))
            }
        },
        BrokenAttestation("no common name", "no common name") { $0.certificate = { $0.drop("2.5.4.3") } },
        BrokenAttestation("no basicConstraints", "no basicConstraints") {
            $0.certificate = { $0.extensions.removeAll { $0.oid == "2.5.29.19" } }
        },
        BrokenAttestation("a CA's certificate", "a CA's") {
            $0.certificate = { $0.extensions[0] = .basicConstraints(isCA: true) }
        },
        BrokenAttestation("another model's certificate", "another AAGUID") {
            $0.certificate = { $0.setAAGUID(DER.octetString([UInt8](repeating: 7, count: 16))) }
        },
        BrokenAttestation("the AAGUID wrapped once", "another AAGUID") {
            $0.certificate = { $0.setAAGUID([UInt8](repeating: 7, count: 16)) }
        },
        BrokenAttestation("a critical AAGUID", "the AAGUID extension is critical") {
            $0.certificate = { $0.setAAGUID(DER.octetString([UInt8](repeating: 7, count: 16)), isCritical: true) }
        },
    ]

    @Test(arguments: certificateRows)
    func `one broken thing in a certified attestation is one refusal`(_ broken: BrokenAttestation) throws {
        try Self.certified.expectRefusal(of: broken)
    }

    @Test func `a certificate need not name the model`() throws {
        #expect(throws: Never.self) {
            try Self.certified.register(try AttestationFixture.policy()) {
                $0.certificate = { $0.extensions.removeAll { $0.oid == Self.aaguidExtension } }
            }
        }
    }
}

extension CertificateTemplate {
    /// Takes an attribute out of the subject.
    mutating func drop(_ oid: String) { subject.removeAll { $0.oid == oid } }

    /// Sets id-fido-gen-ce-aaguid.
    mutating func setAAGUID(_ value: [UInt8], isCritical: Bool = false) {
        let oid = "1.3.6.1.4.1.45724.1.1.4"
        extensions.removeAll { $0.oid == oid }
        extensions.append(CertificateExtension(oid: oid, isCritical: isCritical, value: value))
    }
}

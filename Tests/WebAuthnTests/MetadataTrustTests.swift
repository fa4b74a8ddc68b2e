import Crypto
import JSON
import TestSupport
import Testing
import Text
import WebAuthn

@Suite struct MetadataTrustTests {
    private static let model = "5af7a7e0-0000-4000-8000-000000000001"
    private let packed = AttestationFixture(format: .packed, attestation: .packedCertificate)

    /// A policy without roots of its own that requires trust.
    private func policy(_ entries: [JSONValue], nextUpdate: String = "2026-02-01") throws -> AttestationPolicy {
        let file = MetadataFile(entries: entries).with { $0.payload["nextUpdate"] = .string(nextUpdate) }
        var policy = AttestationPolicy()
        policy.require = true
        policy.metadata = try MetadataBlob.verify(
            try file.encoded(), anchors: try MetadataFile.anchors(), at: AttestationFixture.date)
        return policy
    }

    private static var root: Certificate {
        get throws { try SoftwareAttestationAuthority.shared().root.certificate }
    }

    @Test func `The roots of the model's entry are trusted`() throws {
        let policy = try policy([MetadataFile.entry(Self.model, roots: [try Self.root])])
        #expect(try packed.register(policy) { _ in }.attestation.trusted)
    }

    @Test func `The roots of another model's entry are not`() throws {
        let other = "00000000-0000-4000-8000-000000000002"
        let policy = try policy([
            MetadataFile.entry(other, roots: [try Self.root]), MetadataFile.entry(Self.model, roots: []),
        ])
        #expect(throws: WebAuthnRefusal.self) { try packed.register(policy) { _ in } }
    }

    @Test func `An entry's root may be the attestation certificate itself`() throws {
        let key = try SoftwareKey(generating: -7)
        var template = CertificateTemplate(subject: [])
        let taken = AttestationFixture(format: .packed, attestation: .packedCertificate)
        _ = try taken.register(AttestationPolicy()) {
            $0.attestationKey = key
            $0.certificate = { template = $0 }
        }
        let leaf = try SoftwareAttestationAuthority.shared().intermediate.issue(template, for: key.privateKey.publicKey)
        let policy = try policy([MetadataFile.entry(Self.model, roots: [leaf])])
        let registration = try packed.register(policy) {
            $0.attestationKey = key
            $0.statement = { $0["x5c"] = [.bytes(leaf.der)] }
        }
        #expect(registration.attestation.trusted)
    }

    @Test func `U2F models are found by the key of their certificate`() throws {
        let key = try SoftwareKey(generating: -7)
        let encoded = try DERReader.parse(key.privateKey.publicKey.subjectPublicKeyInfo)
        let point = try #require(encoded.sequence?.last?.bits)
        let entry: JSONValue = [
            "attestationCertificateKeyIdentifiers": [.string(Hex.encode(Digest.sha1(point)))],
            "statusReports": [],
            "metadataStatement": ["attestationRootCertificates": [.string(Base64.encode(try Self.root.der))]],
        ]
        let fixture = AttestationFixture(format: .fidoU2F, attestation: .fidoU2F)
        let policy = try policy([entry])
        #expect(try fixture.register(policy) { $0.attestationKey = key }.attestation.trusted)
        #expect(throws: WebAuthnRefusal.self) { try fixture.register(policy) { _ in } }
    }

    @Test(arguments: [SoftwareAttestation.packedCertificate, .none, .compound([.packedCertificate, .tpm])])
    func `A withdrawn model is refused, whatever it attests`(_ attestation: SoftwareAttestation) throws {
        let revoked: JSONValue = ["status": "REVOKED", "effectiveDate": "2025-01-01"]
        var policy = try policy([MetadataFile.entry(Self.model, roots: [try Self.root], statuses: [revoked])])
        policy.require = false
        let fixture = AttestationFixture(format: .none, attestation: attestation)
        #expect(throws: WebAuthnRefusal.authenticatorNotAllowed(aaguid: Self.model)) {
            try fixture.register(policy) { _ in }
        }
    }

    @Test func `A file past its day goes on counting, with a finding`() throws {
        let policy = try policy([MetadataFile.entry(Self.model, roots: [try Self.root])], nextUpdate: "2025-12-31")
        let registration = try packed.register(policy) { _ in }
        #expect(registration.attestation.trusted)
        #expect(registration.findings.contains(.metadataOutdated))
    }
}

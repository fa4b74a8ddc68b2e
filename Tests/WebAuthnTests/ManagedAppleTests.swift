import FoundationEssentials
import TestSupport
import Testing
import WebAuthn

/// Managed Apple devices attest passkeys with an identity certificate that the organisation issued itself.
@Suite("Packed attestation by managed Apple devices")
struct ManagedAppleTests {
    private static let fixture = AttestationFixture(format: .packed, attestation: .packedCertificate)
    private static let managed = AAGUID(text: "dd4ec289-e01d-41c9-bb89-70fa845d4bf2")?.bytes

    /// An ordinary identity certificate of the organisation.
    private static let identity: @Sendable (inout SoftwareAuthenticatorPlan) -> Void = {
        $0.aaguid = managed
        $0.certificate = {
            $0.subject = [.commonName("Ada's Mac")]; $0.extensions = [.keyUsage(0x80)]
        }
    }

    @Test func `the organisation's identities are excused from the subject rules`() throws {
        var policy = try AttestationFixture.policy()
        policy.require = true
        policy.allowedModels = Set([AAGUID(text: "dd4ec289-e01d-41c9-bb89-70fa845d4bf2")].compactMap(\.self))
        let registration = try Self.fixture.register(policy, Self.identity)
        #expect(registration.attestation.trusted)
    }

    @Test func `other models' are not`() {
        #expect(
            throws: WebAuthnRefusal.attestationInvalid(
                format: "packed", reason: "the certificate has no basicConstraints")
        ) {
            try Self.fixture.register(try AttestationFixture.policy()) {
                Self.identity(&$0)
                $0.aaguid = nil
            }
        }
    }

    @Test func `nor those of a CA that is not the tenant's`() throws {
        var policy = try AttestationFixture.policy()
        policy.roots = [try SoftwareAttestationAuthority().root.certificate]
        #expect(throws: WebAuthnRefusal.self) { try Self.fixture.register(policy, Self.identity) }
        policy.roots = []
        #expect(throws: WebAuthnRefusal.self) { try Self.fixture.register(policy, Self.identity) }
    }

    @Test func `nor those whose signature is another key's`() throws {
        #expect(throws: WebAuthnRefusal.self) {
            try Self.fixture.register(try AttestationFixture.policy()) {
                Self.identity(&$0)
                $0.signer = try? SoftwareKey(generating: -7)
            }
        }
    }

    static let broken: [(name: String, change: @Sendable (inout CertificateTemplate) -> Void)] = [
        ("a CA's", { $0.extensions = [.basicConstraints(isCA: true)] }),
        ("expired", { $0.notAfter = Date(timeIntervalSince1970: 1_600_000_000) }),
        ("not valid yet", { $0.notBefore = Date(timeIntervalSince1970: 2_000_000_000) }),
        ("another model's", { $0.setAAGUID(DER.octetString([UInt8](repeating: 7, count: 16))) }),
        (
            "version 1",
            {
                $0.version = 1; $0.extensions = []
            }
        ),
    ]

    @Test(arguments: broken.map(\.name))
    func `validity and the other rules hold for their certificates too`(_ name: String) throws {
        let change = try #require(Self.broken.first { $0.name == name }?.change)
        #expect(throws: WebAuthnRefusal.self) {
            try Self.fixture.register(try AttestationFixture.policy()) {
                Self.identity(&$0)
                let identity = $0.certificate
                $0.certificate = {
                    identity(&$0); change(&$0)
                }
            }
        }
    }
}

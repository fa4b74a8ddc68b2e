import Crypto
import FoundationEssentials
import TestSupport
import Testing
import WebAuthn

@Suite("Trust in attestations (§7.1 steps 23 and 24)")
struct AttestationTrustTests {
    /// Formats whose statements carry certificates.
    static let certified: [SoftwareAttestation] = [
        .packedCertificate, .fidoU2F, .apple, .androidKey, .androidSafetyNet, .tpm,
        .compound([.packedCertificate, .tpm]),
    ]

    private static func register(
        _ attestation: SoftwareAttestation, _ policy: AttestationPolicy, at date: Date = AttestationFixture.date,
        _ configure: (inout SoftwareAuthenticatorPlan) -> Void = { _ in }
    ) throws -> VerifiedRegistration {
        try AttestationFixture(format: .none, attestation: attestation).register(policy, at: date, configure)
    }

    private static func requiring(_ change: (inout AttestationPolicy) throws -> Void = { _ in }) throws
        -> AttestationPolicy
    {
        var policy = try AttestationFixture.policy()
        policy.require = true
        try change(&policy)
        return policy
    }

    @Test(arguments: certified)
    func `a chain to the tenant's root is trusted, required or not`(_ attestation: SoftwareAttestation) throws {
        #expect(try Self.register(attestation, try Self.requiring()).attestation.trusted)
        #expect(try Self.register(attestation, try Self.requiring { $0.require = false }).attestation.trusted)
    }

    @Test(arguments: certified)
    func `a chain to nobody is a finding, or refused where trust is required`(
        _ attestation: SoftwareAttestation
    ) throws {
        let registration = try Self.register(
            attestation,
            try Self.requiring {
                $0.roots = []; $0.require = false
            })
        #expect(!registration.attestation.trusted)
        #expect(registration.findings == [.attestationUntrusted])
        let refused = try Self.requiring { $0.roots = [] }
        #expect(Self.code { try Self.register(attestation, refused) } == .attestationUntrusted)
    }

    @Test(arguments: certified)
    func `another root of the same name is another root`(_ attestation: SoftwareAttestation) throws {
        let stranger = try Self.requiring { $0.roots = [try SoftwareAttestationAuthority().root.certificate] }
        #expect(Self.code { try Self.register(attestation, stranger) } == .attestationUntrusted)
    }

    @Test(arguments: certified, [1_500_000_000.0, 2_300_000_000.0])
    func `certificates must be valid at the ceremony's time`(
        _ attestation: SoftwareAttestation, _ seconds: Double
    ) throws {
        let policy = try Self.requiring { $0.safetyNetWindow = nil }
        let code = Self.code { try Self.register(attestation, policy, at: Date(timeIntervalSince1970: seconds)) }
        #expect(code == .attestationUntrusted)
    }

    @Test(arguments: [SoftwareAttestation.none, .packedSelf], ["none", "self"])
    func `where trust is required, something must be attested`(
        _ attestation: SoftwareAttestation, _ type: String
    ) throws {
        guard (attestation == .none) == (type == "none") else { return }
        #expect(throws: WebAuthnRefusal.attestationRequired(type: type)) {
            try Self.register(attestation, try Self.requiring())
        }
    }

    @Test(arguments: [AttestationFormat.apple, .androidKey, .androidSafetyNet])
    func `the vendors' roots come with the program`(_ format: AttestationFormat) {
        #expect(BuiltInRoots.certificates(format).count == (format == .androidKey ? 4 : 1))
        #expect(BuiltInRoots.certificates(format).allSatisfy { $0.isCA == true })
    }

    @Test func `the other formats have no roots but the tenant's`() {
        for format in [AttestationFormat.none, .packed, .tpm, .fidoU2F, .compound] {
            #expect(BuiltInRoots.certificates(format).isEmpty)
        }
    }

    private static let model = AAGUID(text: "5af7a7e0-0000-4000-8000-000000000001")
    private static let other = AAGUID(text: "5af7a7e0-0000-4000-8000-000000000002")

    @Test(arguments: [SoftwareAttestation.none, .packedSelf, .packedCertificate])
    func `a denied model is refused, whatever it attests`(_ attestation: SoftwareAttestation) throws {
        let policy = try Self.requiring {
            $0.require = false; $0.deniedModels = Set([Self.model].compactMap(\.self))
        }
        #expect(throws: WebAuthnRefusal.authenticatorNotAllowed(aaguid: Self.model?.text ?? "")) {
            try Self.register(attestation, policy)
        }
    }

    @Test func `a model on the list is accepted only if it is proven`() throws {
        let policy = try Self.requiring {
            $0.require = false; $0.allowedModels = Set([Self.model].compactMap(\.self))
        }
        #expect(try Self.register(.packedCertificate, policy).attestation.trusted)
        #expect(Self.code { try Self.register(.none, policy) } == .attestationRequired)
        #expect(Self.code { try Self.register(.packedSelf, policy) } == .attestationRequired)
        let claimed = Self.code { try Self.register(.fidoU2F, policy) { $0.aaguid = Self.model?.bytes } }
        #expect(claimed == .credentialNotAllowed)
    }

    @Test func `a model that is not on the list is refused`() throws {
        let policy = try Self.requiring { $0.allowedModels = Set([Self.other].compactMap(\.self)) }
        #expect(throws: WebAuthnRefusal.authenticatorNotAllowed(aaguid: Self.model?.text ?? "")) {
            try Self.register(.packedCertificate, policy)
        }
    }

    private static func code(_ body: () throws -> VerifiedRegistration) -> WebAuthnCode? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? WebAuthnRefusal)?.code
        }
    }
}

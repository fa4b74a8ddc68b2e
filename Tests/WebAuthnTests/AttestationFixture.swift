import Crypto
import FoundationEssentials
import JSON
import TestSupport
import Testing
import WebAuthn

/// Registers a credential of the software authenticator with one attestation format, through the whole verifier.
struct AttestationFixture {
    /// When ceremonies take place: when the software authenticator's SafetyNet answers are made.
    static let date = Date(timeIntervalSince1970: 1_767_225_600)

    let format: AttestationFormat
    let attestation: SoftwareAttestation
    var authenticator = SoftwareAuthenticator()

    /// Trusts the software authenticator's maker and takes every format.
    static func policy() throws -> AttestationPolicy {
        var policy = AttestationPolicy()
        policy.formats = Set(AttestationFormat.allCases)
        policy.roots = [try SoftwareAttestationAuthority.shared().root.certificate]
        return policy
    }

    func register(
        _ policy: AttestationPolicy, at date: Date = date, _ configure: (inout SoftwareAuthenticatorPlan) -> Void
    ) throws -> VerifiedRegistration {
        let options = SoftwareAuthenticator.creationOptions(challenge: [1, 2, 3, 4], rpID: "acme.test")
        let json = try authenticator.create(options, origin: "https://acme.test") {
            $0.attestation = attestation
            configure(&$0)
        }
        let ceremony = CeremonyExpectation(
            rpID: "acme.test", challenge: try #require(options["challenge"]?.string), origins: ["https://acme.test"],
            topOrigins: [], allowCrossOrigin: false, userVerificationRequired: true)
        let expectation = RegistrationExpectation(
            ceremony: ceremony, algorithms: COSEAlgorithm.allCases, conditional: false, attestation: policy)
        return try RegistrationVerifier.verify(try .parse(json), expecting: expectation, at: date)
    }

    /// Expects that the broken ceremony is refused with the words that belong to it.
    func expectRefusal(of broken: BrokenAttestation, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(sourceLocation: sourceLocation) {
            try register(try Self.policy(), broken.configure)
        } throws: { error in
            guard case .attestationInvalid(format.rawValue, let reason) = error as? WebAuthnRefusal else {
                return false
            }
            return reason.contains(broken.reason)
        }
    }
}

/// One thing broken in a valid ceremony, and what the verifier says to it.
struct BrokenAttestation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    let configure: @Sendable (inout SoftwareAuthenticatorPlan) -> Void

    init(
        _ description: String, _ reason: String,
        _ configure: @escaping @Sendable (inout SoftwareAuthenticatorPlan) -> Void
    ) {
        testDescription = description
        self.reason = reason
        self.configure = configure
    }
}

import FoundationEssentials
import JSON
import TestSupport
import Testing
import WebAuthn

/// Both ceremonies between the software authenticator and the verifiers, valid unless told otherwise.
struct CeremonyFixture: Sendable {
    static let rpID = "acme.test"
    static let origin = "https://acme.test"
    static let challenge: [UInt8] = [UInt8](repeating: 0xFB, count: 32)
    static let date = Date(timeIntervalSince1970: 1_767_225_600)

    typealias Plan = @Sendable (inout SoftwareAuthenticatorPlan) -> Void

    var authenticator = SoftwareAuthenticator(isSynced: false)

    static func expectation() throws -> CeremonyExpectation {
        CeremonyExpectation(
            rpID: rpID,
            challenge: try #require(
                SoftwareAuthenticator.requestOptions(
                    challenge: challenge, rpID: rpID)["challenge"]?.string),
            origins: ["https://www.acme.test", origin], topOrigins: [], allowCrossOrigin: false,
            userVerificationRequired: true)
    }

    /// The client's answer to creation options.
    func creation(_ plan: Plan = { _ in }) throws -> JSONValue {
        let options = SoftwareAuthenticator.creationOptions(
            challenge: Self.challenge, rpID: Self.rpID, algorithms: [-7])
        return try authenticator.create(options, origin: Self.origin, plan)
    }

    /// The client's answer to request options.
    func assertion(_ plan: Plan = { _ in }) throws -> JSONValue {
        let options = SoftwareAuthenticator.requestOptions(challenge: Self.challenge, rpID: Self.rpID)
        return try authenticator.get(options, origin: Self.origin, plan)
    }

    static func register(
        _ json: JSONValue, _ expect: (inout RegistrationExpectation) -> Void = { _ in }
    ) throws -> VerifiedRegistration {
        var expectation = RegistrationExpectation(
            ceremony: try Self.expectation(), algorithms: COSEAlgorithm.allCases, conditional: false,
            attestation: AttestationPolicy())
        expect(&expectation)
        return try RegistrationVerifier.verify(try .parse(json), expecting: expectation, at: date)
    }

    static func authenticate(
        _ json: JSONValue, _ credential: StoredCredential,
        _ expect: (inout AuthenticationExpectation) -> Void = { _ in }
    ) throws -> VerifiedAuthentication {
        var expectation = AuthenticationExpectation(
            ceremony: try Self.expectation(), allowedCredentialIDs: nil, requireUserHandle: false, counter: .auto,
            appID: nil)
        expect(&expectation)
        return try AuthenticationVerifier.verify(try .parse(json), expecting: expectation, credential: credential)
    }

    /// Registers and keeps the record.
    func stored(_ plan: Plan = { _ in }) throws -> StoredCredential {
        let verified = try Self.register(try creation(plan))
        return StoredCredential(
            id: verified.credentialID, publicKey: verified.publicKey.raw, signCount: verified.signCount,
            backupEligible: verified.backupEligible, userHandle: [1, 2, 3, 4])
    }
}

extension StoredCredential {
    /// The same record with one thing changed.
    func with(
        id: [UInt8]? = nil, publicKey: [UInt8]? = nil, signCount: UInt32? = nil, backupEligible: Bool?? = nil,
        userHandle: [UInt8]? = nil
    ) -> StoredCredential {
        StoredCredential(
            id: id ?? self.id, publicKey: publicKey ?? self.publicKey, signCount: signCount ?? self.signCount,
            backupEligible: backupEligible ?? self.backupEligible, userHandle: userHandle ?? self.userHandle)
    }
}

/// What a test asks of a refusal: all of it, or for malformed parts only which part.
enum ExpectedRefusal: Sendable {
    case exactly(WebAuthnRefusal)
    case malformed(String)
    case keyInvalid

    func matches(_ refusal: WebAuthnRefusal) -> Bool {
        switch (self, refusal) {
        case (.exactly(let expected), _): expected == refusal
        case (.malformed(let expected), .malformed(let member, _)): expected == member
        case (.keyInvalid, .keyInvalid): true
        default: false
        }
    }

    /// Expects that `ceremony` is refused like this.
    func expect(
        sourceLocation: SourceLocation = #_sourceLocation, _ ceremony: () throws -> Void
    ) {
        #expect(sourceLocation: sourceLocation) {
            try ceremony()
        } throws: { error in
            (error as? WebAuthnRefusal).map(matches) ?? false
        }
    }
}

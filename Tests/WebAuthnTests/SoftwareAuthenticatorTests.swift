import JSON
import TestSupport
import Testing
import Text
import WebAuthn

/// What the other tests take for granted: left alone, the software authenticator is always right.
@Suite struct SoftwareAuthenticatorTests {
    private static let origin = "https://acme.test"

    @Test(arguments: SoftwareKey.algorithms)
    func `Every algorithm registers and signs in`(_ algorithm: Int) throws {
        let authenticator = SoftwareAuthenticator(isSynced: false, counterStep: 1)
        let fixture = AttestationFixture(format: .none, attestation: .none, authenticator: authenticator)
        let registration = try fixture.register(AttestationPolicy()) { $0.algorithm = algorithm }
        #expect(registration.signCount == 1)
        let options = SoftwareAuthenticator.requestOptions(challenge: [5, 6, 7, 8], rpID: "acme.test")
        let response = try authenticator.get(options, origin: Self.origin)
        let authentication = try AuthenticationVerifier.verify(
            try .parse(response), expecting: try expectation(options),
            credential: StoredCredential(
                id: registration.credentialID, publicKey: registration.publicKey.raw, signCount: 1,
                backupEligible: false, userHandle: [1, 2, 3, 4]))
        #expect(authentication.signCount == 2)
        #expect(authentication.findings.isEmpty)
    }

    @Test(
        arguments: [
            .none, .packedSelf, .packedCertificate, .fidoU2F, .apple, .androidKey, .androidSafetyNet, .tpm,
            .compound([.packedCertificate, .tpm, .androidKey]),
        ] as [SoftwareAttestation])
    func `Every format registers`(_ attestation: SoftwareAttestation) throws {
        let fixture = AttestationFixture(format: .none, attestation: attestation)
        let registration = try fixture.register(try AttestationFixture.policy()) { _ in }
        #expect(registration.attestation.trusted == ![.none, .packedSelf].contains(attestation))
    }

    @Test func `Excluded credentials are not made again, and foreign ones do not answer`() throws {
        let authenticator = SoftwareAuthenticator()
        var options = SoftwareAuthenticator.creationOptions(challenge: [1], rpID: "acme.test").object ?? [:]
        let made = try authenticator.create(.object(options), origin: Self.origin)
        options["excludeCredentials"] = [["type": "public-key", "id": made["id"] ?? .null]]
        #expect(throws: SoftwareAuthenticatorError.excluded) {
            try authenticator.create(.object(options), origin: Self.origin)
        }
        let foreign = SoftwareAuthenticator.requestOptions(challenge: [2], rpID: "other.test")
        #expect(throws: SoftwareAuthenticatorError.noCredential) {
            try authenticator.get(foreign, origin: Self.origin)
        }
    }

    private func expectation(_ options: JSONValue) throws -> AuthenticationExpectation {
        let ceremony = CeremonyExpectation(
            rpID: "acme.test", challenge: try #require(options["challenge"]?.string), origins: [Self.origin],
            topOrigins: [], allowCrossOrigin: false, userVerificationRequired: true)
        return AuthenticationExpectation(
            ceremony: ceremony, allowedCredentialIDs: nil, requireUserHandle: true, counter: .reject, appID: nil)
    }
}

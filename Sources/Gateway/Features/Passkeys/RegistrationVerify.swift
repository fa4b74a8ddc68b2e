import Crypto
import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy
import Text
import WebAuthn

/// `POST /passkeys/registration/verify`: WebAuthn §7.1. The challenge tells whether it is a sign-up (sealed) or an
/// addition to the caller's account (stored).
enum RegistrationVerify {
    static func respond(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONBody(context)
        let response = try parse(body.value)
        let answer =
            response.clientData.challenge.utf8.count == StoredRegistration.challengeLength
            ? try await AddPasskeyFlow.finish(response, body, context)
            : try await SignUpFlow.finish(response, body, context)
        context.services.metrics.count(.ceremony(tenant: context.tenant.id.text, kind: .registration, step: .finished))
        return answer
    }

    private static func parse(_ json: JSONValue) throws(Problem) -> RegistrationResponse {
        do throws(WebAuthnRefusal) {
            return try RegistrationResponse.parse(json)
        } catch {
            throw Problem(error, in: .registration)
        }
    }

    /// The checks of §7.1 for a ceremony that was found and has not expired.
    static func verify(
        _ response: RegistrationResponse, _ ceremony: CeremonyState, isConditional: Bool, _ context: RequestContext
    ) throws(Problem) -> VerifiedRegistration {
        guard ceremony.expiresAt > context.now else {
            throw refuse(.challengeExpired, "The registration took too long. Ask for new options and try again.")
        }
        let party = context.tenant.relyingParty
        let expectation = RegistrationExpectation(
            ceremony: CeremonyExpectation(
                rpID: party.id, challenge: response.clientData.challenge,
                origins: ceremony.origins(context.tenant, registering: true), topOrigins: [],
                allowCrossOrigin: false, userVerificationRequired: party.userVerification == .required),
            algorithms: party.algorithms, conditional: isConditional, attestation: party.attestation)
        do throws(WebAuthnRefusal) {
            return try RegistrationVerifier.verify(response, expecting: expectation, at: context.now)
        } catch {
            throw Problem(error, in: .registration)
        }
    }

    /// The row of a verified passkey.
    static func passkey(
        _ verified: VerifiedRegistration, account: AccountID, name: String?, isConditional: Bool,
        _ context: RequestContext
    ) -> Passkey {
        Passkey(
            id: Base64URL.encode(context.services.environment.random(16)), credentialID: verified.credentialID,
            accountID: account, rpID: context.tenant.relyingParty.id, publicKey: verified.publicKey.raw,
            signCount: verified.signCount, backupEligible: verified.backupEligible, backedUp: verified.backedUp,
            uvInitialized: verified.userVerified, aaguid: verified.aaguid.text, transports: verified.transports,
            name: name ?? ProviderNames.name(for: verified.aaguid.text) ?? "Passkey",
            attestation: verified.attestation.format, attestationTrusted: verified.attestation.trusted,
            createdAt: context.now, lastUsedAt: nil, createdConditionally: isConditional)
    }

    /// The passkey is there already; never an answer with a session.
    static let exists = refuse(.credentialExists, "This passkey is registered already. Sign in with it.")

    static func refuse(_ code: WebAuthnCode, _ detail: String) -> Problem {
        Problem(code, detail, in: .registration)
    }
}

/// The name a person gives a passkey.
enum PasskeyName {
    static let maxBytes = 128

    /// Nil if none was given.
    static func read(_ body: JSONBody) throws(Problem) -> String? {
        guard let text = try body.text("name") else { return nil }
        guard let name = DisplayText.clean(text, maxBytes: maxBytes) else {
            throw Problem(.passkeyNameInvalid, "Use a name that can be shown, without control characters.")
        }
        return name
    }
}

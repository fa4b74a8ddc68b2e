import Crypto
import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy
import Text
import WebAuthn

/// The end of a sign-up: account, passkey and session come into being in one transaction, or none of them.
enum SignUpFlow {
    static func finish(
        _ response: RegistrationResponse, _ body: JSONBody, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        guard let state = SealedChallenge.openSignUp(response.clientData.challenge, context) else {
            throw RegistrationVerify.refuse(.challengeUnknown, "Ask for new options and try again.")
        }
        let verified = try RegistrationVerify.verify(response, state.ceremony, isConditional: false, context)
        try SignUpRule.check(context.tenant)
        let account = try account(state, CeremonyInput(body, context.tenant), context)
        let passkey = RegistrationVerify.passkey(
            verified, account: account.id, name: try PasskeyName.read(body), isConditional: false, context)
        let clientID = try body.text("client_id") ?? state.ceremony.clientID
        let client = try ClientClaim.resolve(
            clientID, verifiedOrigin: response.clientData.origin, context.tenant)
        let authentication = SessionIssue.Authentication.passkey(
            id: passkey.id, backupEligible: verified.backupEligible, userVerified: verified.userVerified,
            time: context.now)
        let issue = SessionIssue.make(account: account.id, authentication: authentication, client: client, context)
        let event = context.event(
            .accountCreated, account: account.id, session: issue.session.id, client: client.id,
            detail: [
                ("method", .string("passkey")), ("passkey", .string(passkey.id)), ("aaguid", .string(passkey.aaguid)),
                ("attestation", .string(passkey.attestation)),
            ])
        let signUp = SignUp(
            account: account, usernameKey: account.username.flatMap { Username.isHandle($0) ? $0 : nil },
            passkey: passkey, session: issue.session,
            spending: SpentChallenge(
                hash: Digest.sha256(Array(response.clientData.challenge.utf8)), expiresAt: state.ceremony.expiresAt),
            event: event)
        try await commit(signUp, context)
        return SessionAnswer.issued(
            issue, account, [passkey], status: 201, further: [("passkey", PasskeyAnswer.describe(passkey))], context)
    }

    /// What was said at the beginning holds; a name that was left out then may be given now.
    private static func account(
        _ state: SignUpState, _ input: CeremonyInput, _ context: RequestContext
    ) -> Account {
        let random = context.services.environment.random
        return Account(
            id: AccountID(UUIDv7(now: context.now, random: random(10)).bytes),
            subject: Base64URL.encode(random(16)), userHandle: state.userHandle,
            username: state.username.isEmpty ? input.username : state.username,
            displayName: state.displayName.isEmpty ? input.displayName : state.displayName,
            createdAt: context.now, disabledAt: nil)
    }

    private static func commit(_ signUp: SignUp, _ context: RequestContext) async throws(Problem) {
        guard !MadeUpCredential.isOne(signUp.passkey.credentialID, context) else { throw RegistrationVerify.exists }
        let outcome: SignUpOutcome
        do throws(StoreError) {
            outcome = try await context.services.store.signUp(signUp, in: context.tenant.id, now: context.now)
        } catch {
            throw Problem(error)
        }
        switch outcome {
        case .created: return
        case .challengeSpent:
            throw RegistrationVerify.refuse(
                .challengeUnknown, "This registration was already finished. Ask for new options.")
        case .credentialExists:
            throw RegistrationVerify.exists
        case .usernameTaken: throw SignUpRule.taken
        }
    }
}

import Crypto
import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy
import Text
import WebAuthn

/// `POST /passkeys/authentication/verify`: WebAuthn §7.2, then one transaction that spends the challenge, moves the
/// counter and makes the session.
enum AuthenticationVerify {
    static func respond(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONBody(context)
        let response = try parse(body.value)
        let state = try open(response.clientData.challenge, context)
        let expectation = expect(state, response, context)
        let found = try await find(response, expectation, state, context)
        let account = found.account
        if !state.usernameDigest.isEmpty {
            guard let username = account.username,
                constantTimeEqual(UsernameBinding.digest(username, context), state.usernameDigest)
            else { throw Problem(WebAuthnRefusal.credentialNotAllowed, in: .authentication) }
        }
        let verified = try await check(response, expectation, found, context)
        guard account.disabledAt == nil else { throw refuse(.accountDisabled, "This account is disabled.") }
        if let caller = context.caller, caller.account.id != account.id {
            throw Problem(.accountMismatch, "Sign out first, or use a passkey of the account that is signed in.")
        }
        let clientID = try body.text("client_id") ?? state.ceremony.clientID
        let client = try ClientClaim.resolve(
            clientID, verifiedOrigin: response.clientData.origin, context.tenant)
        return try await commit(response, found, verified, client, state, context)
    }

    private static func parse(_ json: JSONValue) throws(Problem) -> AuthenticationResponse {
        do throws(WebAuthnRefusal) {
            return try AuthenticationResponse.parse(json)
        } catch {
            throw Problem(error, in: .authentication)
        }
    }

    private static func open(_ challenge: String, _ context: RequestContext) throws(Problem) -> SignInState {
        guard let state = SealedChallenge.openSignIn(challenge, context) else {
            throw refuse(.challengeUnknown, "Ask for new options and try again.")
        }
        guard state.ceremony.expiresAt > context.now else {
            throw refuse(.challengeExpired, "The sign-in took too long. Ask for new options and try again.")
        }
        return state
    }

    private static func expect(
        _ state: SignInState, _ response: AuthenticationResponse, _ context: RequestContext
    ) -> AuthenticationExpectation {
        let party = context.tenant.relyingParty
        return AuthenticationExpectation(
            ceremony: CeremonyExpectation(
                rpID: party.id, challenge: response.clientData.challenge,
                origins: state.ceremony.origins(context.tenant, registering: false), topOrigins: [],
                allowCrossOrigin: false, userVerificationRequired: party.userVerification == .required),
            allowedCredentialIDs: nil, requireUserHandle: party.requireUserHandle, counter: party.counter, appID: nil)
    }

    /// The credential, or `credential_unknown`, which is said only once challenge, origin and RP ID hold.
    private static func find(
        _ response: AuthenticationResponse, _ expectation: AuthenticationExpectation, _ state: SignInState,
        _ context: RequestContext
    ) async throws(Problem) -> PasskeyAndAccount {
        let found: PasskeyAndAccount?
        do throws(StoreError) {
            found = try await context.services.store.passkey(
                credentialID: response.credentialID, rpID: context.tenant.relyingParty.id, in: context.tenant.id)
        } catch {
            throw Problem(error)
        }
        if let found { return found }
        if MadeUpCredential.isOne(response.credentialID, context) {
            throw Problem(MadeUpCredential.refusal(response, expectation, state, context), in: .authentication)
        }
        do throws(WebAuthnRefusal) {
            try AuthenticationVerifier.verifyCeremony(response, expecting: expectation)
        } catch {
            throw Problem(error, in: .authentication)
        }
        var problem = refuse(.credentialUnknown, "No account has this passkey. It can be removed from the device.")
        if context.services.signals {
            problem.members.append(("signal", Signals.unknown(response.credentialID, context.tenant)))
        }
        throw problem
    }

    private static func check(
        _ response: AuthenticationResponse, _ expectation: AuthenticationExpectation, _ found: PasskeyAndAccount,
        _ context: RequestContext
    ) async throws(Problem) -> VerifiedAuthentication {
        let credential = StoredCredential(
            id: found.passkey.credentialID, publicKey: found.passkey.publicKey, signCount: found.passkey.signCount,
            backupEligible: found.passkey.backupEligible, userHandle: found.account.userHandle)
        do throws(WebAuthnRefusal) {
            return try AuthenticationVerifier.verify(response, expecting: expectation, credential: credential)
        } catch {
            // A repeated answer of a counting device regresses by itself: that is a used challenge, not a copied key.
            if error.code == .counterRegressed, try await isSpent(response, context) { throw alreadyFinished }
            throw Problem(error, in: .authentication)
        }
    }

    private static let alreadyFinished = refuse(
        .challengeUnknown, "This sign-in was already finished. Ask for new options.")

    private static func isSpent(
        _ response: AuthenticationResponse, _ context: RequestContext
    ) async throws(Problem) -> Bool {
        do throws(StoreError) {
            return try await context.services.store.isSpent(challengeHash(response), in: context.tenant.id)
        } catch {
            throw Problem(error)
        }
    }

    private static func challengeHash(_ response: AuthenticationResponse) -> [UInt8] {
        Digest.sha256(Array(response.clientData.challenge.utf8))
    }

    private static func commit(
        _ response: AuthenticationResponse, _ found: PasskeyAndAccount, _ verified: VerifiedAuthentication,
        _ client: SessionIssue.Client, _ state: SignInState, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let authentication = SessionIssue.Authentication.passkey(
            id: found.passkey.id, backupEligible: verified.backupEligible, userVerified: verified.userVerified,
            time: context.now)
        let issue = SessionIssue.make(
            account: found.account.id, authentication: authentication, client: client,
            keeping: context.caller?.session, context)
        let event = context.event(
            context.caller == nil ? .signedIn : .reauthenticated, account: found.account.id,
            session: issue.session.id, client: client.id,
            detail: [
                ("method", .string("passkey")), ("passkey", .string(found.passkey.id)),
                ("findings", .array(verified.findings.map { .string("\($0)") })),
            ])
        let signIn = SignIn(
            passkeyID: found.passkey.id, accountID: found.account.id,
            spending: SpentChallenge(
                hash: challengeHash(response), expiresAt: state.ceremony.expiresAt),
            counter: counterRule(found.passkey, verified, context.tenant), backedUp: verified.backedUp,
            backupEligible: verified.backupEligible, userVerified: verified.userVerified,
            session: issue.session, replacing: context.caller?.session.tokenHash, event: event)
        return try await answer(signIn, issue, found.account, context)
    }

    /// The counter is compared again in the transaction, so that of two racing copies one is refused.
    private static func counterRule(
        _ passkey: Passkey, _ verified: VerifiedAuthentication, _ tenant: Tenant
    ) -> CounterChange {
        let isStrict =
            switch tenant.relyingParty.counter {
            case .auto: !(passkey.backupEligible ?? verified.backupEligible)
            case .reject: true
            case .warn: false
            }
        return isStrict && verified.signCount != 0 ? .mustNotRegress(verified.signCount) : .set(verified.signCount)
    }

    private static func answer(
        _ signIn: SignIn, _ issue: SessionIssue, _ account: Account, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let session: Session
        let outcome: SignInOutcome
        let passkeys: [Passkey]
        do throws(StoreError) {
            // Read first: once the session has changed, nothing may keep its new token from being delivered.
            passkeys = try await context.services.store.passkeys(of: account.id, in: context.tenant.id)
            outcome = try await context.services.store.signIn(signIn, in: context.tenant.id, now: context.now)
        } catch {
            throw Problem(error)
        }
        switch outcome {
        case .signedIn(let kept): session = kept
        case .challengeSpent: throw alreadyFinished
        case .credentialGone: throw refuse(.credentialNotAllowed, "This passkey was just removed.")
        case .accountDisabled: throw refuse(.accountDisabled, "This account is disabled.")
        case .counterRegressed: throw refuse(.counterRegressed, "This passkey's counter went back: it may be a copy.")
        case .sessionEnded: throw CallerResolution.sessionInvalid()
        }
        if let replaced = signIn.replacing { context.services.introspections.invalidate([replaced]) }
        context.services.metrics.count(
            .ceremony(tenant: context.tenant.id.text, kind: .authentication, step: .finished))
        return SessionAnswer.issued(issue.with(session), account, passkeys, context)
    }

    private static func refuse(_ code: WebAuthnCode, _ detail: String) -> Problem {
        Problem(code, detail, in: .authentication)
    }
}

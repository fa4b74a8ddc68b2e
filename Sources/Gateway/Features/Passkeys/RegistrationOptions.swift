import Crypto
import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy
import Text
import WebAuthn

/// `POST /passkeys/registration/options`: WebAuthn §7.1 steps 1 to 2. Without a session it begins a sign-up and
/// writes nothing; with one it adds to that account, and the challenge is stored with the session.
enum RegistrationOptions {
    static func respond(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONBody(context)
        let input = try CeremonyInput(body, context.tenant)
        let isConditional = try conditional(body, context)
        let response: HTTPResponse
        if let caller = context.caller {
            response = try await add(to: caller, input, isConditional: isConditional, context)
        } else {
            response = try await signUp(input, context)
        }
        context.services.metrics.count(.ceremony(tenant: context.tenant.id.text, kind: .registration, step: .begun))
        return response
    }

    private static func conditional(_ body: JSONBody, _ context: RequestContext) throws(Problem) -> Bool {
        guard let mediation = try body.text("mediation"), mediation != "optional", mediation != "required" else {
            return false
        }
        guard mediation == "conditional" else {
            throw Problem(.requestMalformed, "mediation must be \"conditional\" or left out.")
        }
        guard context.caller != nil, context.tenant.relyingParty.userVerification != .required else {
            throw Problem(
                .conditionalNotAllowed,
                "A conditional registration needs a session, and user_verification other than required.")
        }
        return true
    }

    private static func signUp(_ input: CeremonyInput, _ context: RequestContext) async throws(Problem) -> HTTPResponse
    {
        try SignUpRule.check(context.tenant)
        if let username = input.username { try await SignUpRule.checkFree(username, context) }
        let ceremony = try Beginning.state(
            .registration, clientID: input.clientID, life: TimeInterval(context.tenant.relyingParty.timeout), context)
        let handle = context.services.environment.random(32)
        let challenge = try SealedChallenge.seal(
            SignUpState(
                ceremony: ceremony, userHandle: handle, username: input.username ?? "",
                displayName: input.displayName ?? ""), context)
        let name = PasskeyUser.name(
            username: input.username, displayName: input.displayName, context.tenant)
        return options(
            challenge, handle, name: name, displayName: input.displayName ?? name, excluding: [], context)
    }

    private static func add(
        to caller: Caller, _ input: CeremonyInput, isConditional: Bool, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        try Freshness.require(caller, context)
        let state = StoredRegistration(
            ceremony: try Beginning.state(
                .registration, clientID: input.clientID, life: TimeInterval(context.tenant.relyingParty.timeout),
                context),
            isConditional: isConditional)
        let challenge = Base64URL.encode(context.services.environment.random(32))
        let passkeys = try await save(state.record(challenge, caller, now: context.now), caller, context)
        return options(
            challenge, caller.account.userHandle, name: PasskeyUser.name(caller.account, context.tenant),
            displayName: PasskeyUser.displayName(caller.account, context.tenant),
            excluding: passkeys.map { CredentialDescriptor(id: $0.credentialID, transports: $0.transports) }, context)
    }

    /// Stores the challenge.
    /// - Returns: the passkeys that the account has already.
    private static func save(
        _ challenge: StoredChallenge, _ caller: Caller, _ context: RequestContext
    ) async throws(Problem) -> [Passkey] {
        let passkeys: [Passkey]
        let hasRoom: Bool
        let isSaved: Bool
        do throws(StoreError) {
            passkeys = try await context.services.store.passkeys(of: caller.account.id, in: context.tenant.id)
            // Refused before the device makes a passkey that no account would take.
            hasRoom = passkeys.count < Store.passkeysPerAccount
            isSaved = hasRoom ? try await context.services.store.saveChallenge(challenge, in: context.tenant.id) : false
        } catch {
            throw Problem(error)
        }
        guard hasRoom else { throw AddPasskeyFlow.tooMany }
        guard isSaved else { throw CallerResolution.sessionInvalid() }
        return passkeys
    }

    private static func options(
        _ challenge: String, _ handle: [UInt8], name: String, displayName: String,
        excluding: [CredentialDescriptor], _ context: RequestContext
    ) -> HTTPResponse {
        let party = context.tenant.relyingParty
        let options = CreationOptions(
            rpID: party.id, rpName: party.name, userHandle: handle, userName: name, userDisplayName: displayName,
            challenge: challenge, algorithms: party.algorithms, timeout: party.timeout,
            excludeCredentials: excluding, residentKey: party.residentKey, userVerification: party.userVerification,
            attestation: party.attestation.conveyance)
        return .json(options.json)
    }
}

/// `sign_up` governs every way an account can come into being.
enum SignUpRule {
    static func check(_ tenant: Tenant) throws(Problem) {
        guard tenant.signUp == .open else {
            throw Problem(.signUpClosed, "New accounts are not open here. Sign in with an existing account.")
        }
    }

    /// Handles are told to be taken at once. An e-mail address is only a claim and never tells whether it is known.
    static func checkFree(_ username: String, _ context: RequestContext) async throws(Problem) {
        guard Username.isHandle(username) else { return }
        do throws(StoreError) {
            guard try await context.services.store.isTaken(username: username, in: context.tenant.id, now: context.now)
            else { return }
        } catch {
            throw Problem(error)
        }
        throw taken
    }

    static let taken = Problem(.usernameTaken, "Choose another user name.")
}

extension Username {
    /// Whether a normalised user name is a handle rather than an e-mail address.
    static func isHandle(_ normalized: String) -> Bool { !normalized.utf8.contains(UInt8(ascii: "@")) }
}

import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy
import WebAuthn

/// The end of adding a passkey to the caller's account.
enum AddPasskeyFlow {
    static func finish(
        _ response: RegistrationResponse, _ body: JSONBody, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let hash = StoredRegistration.hash(of: response.clientData.challenge)
        let record: StoredChallenge?
        do throws(StoreError) {
            record = try await context.services.store.challenge(hash: hash, in: context.tenant.id)
        } catch {
            throw Problem(error)
        }
        // Another session's challenge is as unknown as one that never was.
        guard let record, let caller = context.caller, record.sessionID == caller.session.id,
            record.accountID == caller.account.id, let state = StoredRegistration(record)
        else { throw try await unknownChallenge(response, context) }
        let verified = try RegistrationVerify.verify(
            response, state.ceremony, isConditional: state.isConditional, context)
        let clientID = try body.text("client_id") ?? state.ceremony.clientID
        _ = try ClientClaim.resolve(clientID, verifiedOrigin: response.clientData.origin, context.tenant)
        let passkey = RegistrationVerify.passkey(
            verified, account: caller.account.id, name: try PasskeyName.read(body),
            isConditional: state.isConditional, context)
        try await commit(passkey, hash, caller, context)
        var answer = JSONObject([("passkey", PasskeyAnswer.describe(passkey))])
        if context.services.signals { answer["signals"] = .object(try await signals(caller, context)) }
        return .json(.object(answer), status: 201)
    }

    /// A finish that is repeated finds its challenge used and its passkey there. Only the owner is told.
    private static func unknownChallenge(
        _ response: RegistrationResponse, _ context: RequestContext
    ) async throws(Problem) -> Problem {
        do throws(StoreError) {
            let known = try await context.services.store.passkey(
                credentialID: response.credentialID, rpID: context.tenant.relyingParty.id, in: context.tenant.id)
            if let known, known.account.id == context.caller?.account.id { return RegistrationVerify.exists }
        } catch {
            throw Problem(error)
        }
        return RegistrationVerify.refuse(.challengeUnknown, "Ask for new options and try again.")
    }

    private static func commit(
        _ passkey: Passkey, _ challengeHash: [UInt8], _ caller: Caller, _ context: RequestContext
    ) async throws(Problem) {
        let event = context.event(
            .passkeyRegistered, account: caller.account.id, session: caller.session.id,
            detail: [
                ("passkey", .string(passkey.id)), ("aaguid", .string(passkey.aaguid)),
                ("attestation", .string(passkey.attestation)), ("conditional", .bool(passkey.createdConditionally)),
            ])
        let addition = AddPasskey(
            passkey: passkey, sessionID: caller.session.id, challengeHash: challengeHash,
            challengeKind: StoredRegistration.kind, event: event)
        guard !MadeUpCredential.isOne(passkey.credentialID, context) else { throw RegistrationVerify.exists }
        let outcome: AddPasskeyOutcome
        do throws(StoreError) {
            outcome = try await context.services.store.addPasskey(addition, in: context.tenant.id, now: context.now)
        } catch {
            throw Problem(error)
        }
        switch outcome {
        case .added: return
        case .challengeSpent:
            throw RegistrationVerify.refuse(
                .challengeUnknown, "This registration was already finished. Ask for new options.")
        case .credentialExists:
            throw RegistrationVerify.exists
        case .accountDisabled: throw RegistrationVerify.refuse(.accountDisabled, "This account is disabled.")
        case .sessionEnded: throw CallerResolution.sessionInvalid()
        case .tooMany: throw tooMany
        }
    }

    static let tooMany = Problem(.passkeyLimit, "Remove a passkey that is no longer used, then add this one.")

    private static func signals(_ caller: Caller, _ context: RequestContext) async throws(Problem) -> JSONObject {
        do throws(StoreError) {
            let passkeys = try await context.services.store.passkeys(of: caller.account.id, in: context.tenant.id)
            return Signals.describe(caller.account, passkeys, context.tenant)
        } catch {
            throw Problem(error)
        }
    }
}

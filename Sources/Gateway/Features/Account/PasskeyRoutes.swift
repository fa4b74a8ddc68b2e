import HTTP
import JSON
import Store
import Tenancy
import Text

/// The ceremonies, and the list of an account's passkeys.
enum PasskeyRoutes {
    static let rows: [Route] = [
        Route(
            "POST", "/passkeys/registration/options", session: .optional, crossOrigin: .relyingParty, rate: .begin,
            body: .json, refusal: .passkeyRefused, handler: .task(RegistrationOptions.respond)),
        Route(
            "POST", "/passkeys/registration/verify", session: .optional, crossOrigin: .relyingParty, rate: .finish,
            body: .json, refusal: .passkeyRefused, handler: .task(RegistrationVerify.respond)),
        Route(
            "POST", "/passkeys/authentication/options", crossOrigin: .relyingParty, rate: .begin, body: .json,
            refusal: .signInRefused, handler: .task(AuthenticationOptions.respond)),
        Route(
            "POST", "/passkeys/authentication/verify", session: .optional, crossOrigin: .relyingParty, rate: .finish,
            body: .json, refusal: .signInRefused, handler: .task(AuthenticationVerify.respond)),
        Route(
            "GET", "/account/passkeys", session: .required, crossOrigin: .relyingParty, rate: .account,
            handler: .task(list)),
        Route(
            "PATCH", "/account/passkeys/{id}", session: .required, crossOrigin: .relyingParty, rate: .account,
            body: .json, handler: .task(rename)),
        Route(
            "DELETE", "/account/passkeys/{id}", session: .required, crossOrigin: .relyingParty, rate: .account,
            refusal: .changeRefused, handler: .task(remove)),
    ]

    private static func list(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        do throws(StoreError) {
            let passkeys = try await context.services.store.passkeys(of: caller.account.id, in: context.tenant.id)
            return .json(["passkeys": .array(passkeys.map(PasskeyAnswer.describe))])
        } catch {
            throw Problem(error)
        }
    }

    private static func rename(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        guard let name = try PasskeyName.read(JSONBody(context)) else {
            throw Problem(.passkeyNameInvalid, "Send the new name as \"name\".")
        }
        let id = context.parameters.first ?? ""
        let isRenamed: Bool
        let passkeys: [Passkey]
        do throws(StoreError) {
            isRenamed = try await context.services.store.renamePasskey(
                id: id, of: caller.account.id, to: name, in: context.tenant.id,
                event: context.event(
                    .passkeyRenamed, account: caller.account.id, session: caller.session.id,
                    detail: [("passkey", .string(id))]))
            passkeys = try await context.services.store.passkeys(of: caller.account.id, in: context.tenant.id)
        } catch {
            throw Problem(error)
        }
        guard isRenamed, let renamed = passkeys.first(where: { $0.id == id }) else { throw unknown }
        return .json(PasskeyAnswer.describe(renamed))
    }

    private static func remove(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        try Freshness.require(caller, context)
        let id = context.parameters.first ?? ""
        let outcome: RemovePasskeyOutcome
        do throws(StoreError) {
            outcome = try await context.services.store.removePasskey(
                id: id, of: caller.account.id, in: context.tenant.id,
                event: context.event(
                    .passkeyRemoved, account: caller.account.id, session: caller.session.id,
                    detail: [("passkey", .string(id))]))
        } catch {
            throw Problem(error)
        }
        switch outcome {
        case .notFound: throw unknown
        case .lastCredential: throw Problem(.lastCredential, "Add another passkey before you remove this one.")
        case .removed(let ended):
            context.services.introspections.invalidate(ended)
            return .noContent
        }
    }

    private static let unknown = Problem(.passkeyUnknown, "This account has no such passkey.")
}

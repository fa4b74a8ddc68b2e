import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy
import Text

/// `/account`: the person's own record, its audit trail and what credential managers are told.
enum AccountRoutes {
    static let rows: [Route] = [
        Route(
            "GET", "/account", session: .required, crossOrigin: .relyingParty, rate: .account, handler: .task(show)),
        Route(
            "PATCH", "/account", session: .required, crossOrigin: .relyingParty, rate: .account, body: .json,
            handler: .task(change)),
        Route(
            "DELETE", "/account", session: .required, crossOrigin: .relyingParty, rate: .account,
            refusal: .changeRefused, handler: .task(delete)),
        Route(
            "GET", "/account/signals", session: .required, crossOrigin: .relyingParty, rate: .account,
            handler: .task(signals)),
        Route(
            "GET", "/account/activity", session: .required, crossOrigin: .relyingParty, rate: .account,
            handler: .task(activity)),
    ]

    private static func passkeys(_ caller: Caller, _ context: RequestContext) async throws(Problem) -> [Passkey] {
        do throws(StoreError) {
            return try await context.services.store.passkeys(of: caller.account.id, in: context.tenant.id)
        } catch {
            throw Problem(error)
        }
    }

    private static func show(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        let passkeys = try await passkeys(caller, context)
        return .json(.object(AccountAnswer.describe(caller.account, hasPasskey: !passkeys.isEmpty)))
    }

    private static func change(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        guard let text = try JSONBody(context).text("display_name") else { return try await show(context) }
        guard let name = DisplayText.clean(text, maxBytes: SealedChallenge.maxDisplayName) else {
            throw Problem(.displayNameInvalid, "Use a name that can be shown, without control characters.")
        }
        let account: Account?
        do throws(StoreError) {
            _ = try await context.services.store.updateAccount(
                caller.account.id, displayName: name, in: context.tenant.id,
                event: context.event(.accountChanged, account: caller.account.id))
            account = try await context.services.store.account(caller.account.id, in: context.tenant.id)
        } catch {
            throw Problem(error)
        }
        guard let account else { throw CallerResolution.sessionInvalid() }
        let passkeys = try await passkeys(caller, context)
        return .json(.object(AccountAnswer.describe(account, hasPasskey: !passkeys.isEmpty)))
    }

    private static func delete(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        try Freshness.require(caller, context)
        let ended: [[UInt8]]?
        do throws(StoreError) {
            ended = try await context.services.store.deleteAccount(
                caller.account.id, in: context.tenant.id, now: context.now,
                event: context.event(.accountDeleted, account: caller.account.id))
        } catch {
            throw Problem(error)
        }
        guard let ended else { throw CallerResolution.sessionInvalid() }
        context.services.introspections.invalidate(ended)
        var response = HTTPResponse.noContent
        if caller.usesCookie {
            let cookie = SessionCookie.clear(context.tenant)
            response.headers.add(cookie.0, cookie.1)
        }
        return response
    }

    private static func signals(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        guard context.services.signals else { return .json([:]) }
        return .json(.object(Signals.describe(caller.account, try await passkeys(caller, context), context.tenant)))
    }

    private static func activity(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        do throws(StoreError) {
            let events = try await context.services.store.events(
                in: context.tenant.id, limit: 50, account: caller.account.id)
            return .json(["events": .array(events.map { describe($0.event) })])
        } catch {
            throw Problem(error)
        }
    }

    private static func describe(_ event: Event) -> JSONValue {
        [
            "at": .integer(Int64(event.at.timeIntervalSince1970)), "type": .string(event.type),
            "address": .string(event.address), "origin": event.origin.map { .string($0) } ?? .null,
            "reason": event.reason.map { .string($0) } ?? .null, "request_id": .string(event.requestID),
        ]
    }
}

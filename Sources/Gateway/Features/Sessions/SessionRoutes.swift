import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy

/// `GET|DELETE /session`, and the list of the account's sessions.
enum SessionRoutes {
    static let rows: [Route] = [
        Route(
            "GET", "/session", session: .required, crossOrigin: .relyingParty, rate: .account, handler: .task(show)),
        Route(
            "DELETE", "/session", session: .required, crossOrigin: .relyingParty, rate: .account,
            handler: .task(signOut)),
        Route(
            "GET", "/account/sessions", session: .required, crossOrigin: .relyingParty, rate: .account,
            handler: .task(list)),
        Route(
            "DELETE", "/account/sessions", session: .required, crossOrigin: .relyingParty, rate: .account,
            handler: .task(endOthers)),
        Route(
            "DELETE", "/account/sessions/{id}", session: .required, crossOrigin: .relyingParty, rate: .account,
            handler: .task(endOne)),
    ]

    private static func show(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        do throws(StoreError) {
            let passkeys = try await context.services.store.passkeys(of: caller.account.id, in: context.tenant.id)
            return .json(.object(SessionAnswer.describe(caller.session, caller.account, passkeys, context)))
        } catch {
            throw Problem(error)
        }
    }

    private static func signOut(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        try await end(caller.session.id, .signedOut, caller, context)
        var response = HTTPResponse.noContent
        if caller.usesCookie {
            let cookie = SessionCookie.clear(context.tenant)
            response.headers.add(cookie.0, cookie.1)
        }
        return response
    }

    private static func list(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        do throws(StoreError) {
            let sessions = try await context.services.store.sessions(
                of: caller.account.id, in: context.tenant.id, now: context.now)
            return .json(["sessions": .array(sessions.map { describe($0, current: caller.session.id) })])
        } catch {
            throw Problem(error)
        }
    }

    private static func describe(_ session: Session, current: String) -> JSONValue {
        [
            "id": .string(session.id), "current": .bool(session.id == current),
            "created_at": .integer(Int64(session.createdAt.timeIntervalSince1970)),
            "last_seen_at": .integer(Int64(session.lastSeenAt.timeIntervalSince1970)),
            "expires_at": .integer(Int64(min(session.idleExpiresAt, session.expiresAt).timeIntervalSince1970)),
            "auth_time": .integer(Int64(session.authTime.timeIntervalSince1970)),
            "amr": .array(session.amr.map { .string($0) }), "acr": .string(session.acr),
            "client_id": session.clientProven ? session.clientID.map { .string($0) } ?? .null : .null,
            "user_agent": .string(session.userAgent), "origin": .string(session.origin),
        ]
    }

    private static func endOne(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        let id = context.parameters.first ?? ""
        try await end(id, id == caller.session.id ? .signedOut : .sessionRevoked, caller, context)
        return .noContent
    }

    private static func end(
        _ id: String, _ type: EventType, _ caller: Caller, _ context: RequestContext
    ) async throws(Problem) {
        let hash: [UInt8]?
        do throws(StoreError) {
            hash = try await context.services.store.endSession(
                id: id, of: caller.account.id, in: context.tenant.id,
                event: context.event(type, account: caller.account.id, session: id))
        } catch {
            throw Problem(error)
        }
        guard let hash else { throw Problem(.sessionUnknown, "This account has no such session.") }
        context.services.introspections.invalidate([hash])
    }

    private static func endOthers(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        do throws(StoreError) {
            let ended = try await context.services.store.endOtherSessions(
                of: caller.account.id, except: caller.session.id, in: context.tenant.id,
                event: context.event(.sessionRevoked, account: caller.account.id, detail: [("all", .bool(true))]))
            context.services.introspections.invalidate(ended)
        } catch {
            throw Problem(error)
        }
        return .noContent
    }
}

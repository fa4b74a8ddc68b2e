import HTTP
import Store
import Tenancy

/// Who is calling: the bearer token if `Authorization` is present, else the cookie.
enum CallerResolution {
    static func resolve(_ rule: SessionRule, _ context: RequestContext) async throws(Problem) -> Caller? {
        guard rule != .ignored else { return nil }
        let caller: Caller?
        if let authorization = context.request.headers["Authorization"] {
            caller = try await bearer(authorization, context)
        } else {
            caller = try await cookie(context)
        }
        if caller == nil, rule == .required { throw sessionRequired() }
        return caller
    }

    /// A token that is presented must be good, also where a session is optional: deny on anything odd.
    private static func bearer(_ field: String, _ context: RequestContext) async throws(Problem) -> Caller {
        guard let token = BearerField.token(in: field), let hash = BearerToken.hash(of: token, kind: .session),
            let found = try await load(hash, context)
        else { throw sessionInvalid() }
        // A cookie's value is no bearer token: what a page holds must not be usable by an app, nor the reverse.
        guard found.session.kind == .bearer else { throw sessionInvalid() }
        return Caller(session: found.session, account: found.account, usesCookie: false)
    }

    private static func cookie(_ context: RequestContext) async throws(Problem) -> Caller? {
        guard let value = SessionCookie.value(in: context.request, context.tenant),
            let hash = BearerToken.hash(of: value, kind: .session), let found = try await load(hash, context),
            found.session.kind == .cookie
        else { return nil }
        return Caller(session: found.session, account: found.account, usesCookie: true)
    }

    private static func load(_ hash: [UInt8], _ context: RequestContext) async throws(Problem) -> SessionAndAccount? {
        do throws(StoreError) {
            guard
                let found = try await context.services.store.session(
                    tokenHash: hash, in: context.tenant.id, now: context.now)
            else { return nil }
            let session = await SessionUse.record(found.session, context)
            return SessionAndAccount(session: session, account: found.account)
        } catch {
            throw Problem(error)
        }
    }

    private static func sessionRequired() -> Problem {
        var problem = Problem(.sessionRequired, "Sign in first, then send the session's token or cookie.")
        problem.headers.append(("WWW-Authenticate", "Bearer"))
        return problem
    }

    static func sessionInvalid() -> Problem {
        var problem = Problem(.sessionInvalid, "The token is not that of a live session. Sign in again.")
        problem.headers.append(("WWW-Authenticate", "Bearer error=\"invalid_token\""))
        return problem
    }
}

/// RFC 6750 §2.1.
enum BearerField {
    static func token(in field: String) -> String? {
        let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}

import Crypto
import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy
import Text

/// `POST /oauth2/introspect` (RFC 7662) and `POST /oauth2/revoke` (RFC 7009), for session tokens.
enum IntrospectionRoutes {
    static let rows: [Route] = [
        Route(
            "POST", "/oauth2/introspect", body: .form, errors: .oauth, refusal: .serviceRefused,
            handler: .either(fromMemory, fromStore)),
        Route(
            "POST", "/oauth2/revoke", body: .form, errors: .oauth, refusal: .serviceRefused, handler: .task(revoke)),
    ]

    /// What a service asks, once it is authenticated.
    private struct Question {
        let client: Client
        let token: String
        let isMinimal: Bool

        init(_ context: RequestContext) throws(Problem) {
            guard let form = HTTPForm(urlEncoded: context.request.body) else {
                throw Problem(.requestMalformed, "The body is not a well-formed form.")
            }
            client = try ServiceThrottle.guarding(context) { () throws(Problem) in
                try ServiceAuthentication.authenticate(form, context)
            }
            guard form.firstDuplicate == nil, let token = form["token"], !token.isEmpty else {
                throw Problem(.requestMalformed, "Send one token parameter, and no parameter twice.")
            }
            self.token = token
            isMinimal = form["minimal"] == "true"
        }

        /// The stored hash of the token, if this client may see sessions and it is spelt like one.
        var sessionHash: [UInt8]? {
            client.introspect.sessions ? BearerToken.hash(of: token, kind: .session) : nil
        }
    }

    private static let inactive = Array("{\"active\":false}".utf8)

    private static func answer(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: HTTPHeaders([("Content-Type", "application/json"), ("Cache-Control", "no-store")]),
            body: .bytes(body))
    }

    private static func fromMemory(_ context: RequestContext) throws(Problem) -> HTTPResponse? {
        let question = try Question(context)
        guard let hash = question.sessionHash else { return answer(inactive) }
        guard
            let entry = context.services.introspections.find(hash, tenant: context.tenant.id, now: context.now)
        else { return nil }
        context.services.metrics.count(.introspection(cached: true))
        return answer(question.isMinimal ? entry.minimalAnswer : entry.answer)
    }

    private static func fromStore(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let question = try Question(context)
        guard let hash = question.sessionHash else { return answer(inactive) }
        context.services.metrics.count(.introspection(cached: false))
        let ticket = context.services.introspections.ticket(hash)
        let found: SessionAndAccount?
        do throws(StoreError) {
            found = try await context.services.store.session(
                tokenHash: hash, in: context.tenant.id, now: context.now)
        } catch {
            throw Problem(error)
        }
        // A cookie's value is the page's alone: as a token it is nobody's.
        guard let found, found.session.kind == .bearer else { return answer(inactive) }
        let session = await SessionUse.record(found.session, context)
        let entry = IntrospectionAnswer.entry(session, found.account, context)
        context.services.introspections.fill(hash, entry, ticket, now: context.now)
        return answer(question.isMinimal ? entry.minimalAnswer : entry.answer)
    }

    /// Unknown tokens answer 200 as well (RFC 7009 §2.2). A client may end only tokens it may see.
    private static func revoke(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let question = try Question(context)
        if let hash = question.sessionHash {
            do throws(StoreError) {
                _ = try await context.services.store.endSession(
                    tokenHash: hash, in: context.tenant.id,
                    event: context.event(.sessionRevoked, client: question.client.id))
            } catch {
                throw Problem(error)
            }
            context.services.introspections.invalidate([hash])
        }
        return answer([])
    }
}

/// Failed client authentications draw from the caller's bucket; good ones are not limited.
enum ServiceThrottle {
    static func guarding(
        _ context: RequestContext, _ authenticate: () throws(Problem) -> Client
    ) throws(Problem) -> Client {
        do throws(Problem) {
            return try authenticate()
        } catch {
            let wait = context.services.limiter.take(
                .service, tenant: context.tenant, address: context.addressGroup, now: context.now)
            if let wait { throw .rateLimited(seconds: wait) }
            throw error
        }
    }
}

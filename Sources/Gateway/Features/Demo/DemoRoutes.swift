import Crypto
import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy

/// Calls that exist only on tenants with `demo: true`: what a service would see, and a bearer session for a shell.
enum DemoRoutes {
    static let rows: [Route] = [
        Route(
            "GET", "/demo/introspection", session: .required, rate: .account, onlyOnDemoTenants: true,
            handler: .task(introspection)),
        Route(
            "POST", "/demo/bearer", session: .required, rate: .account, onlyOnDemoTenants: true,
            handler: .task(bearer)),
    ]

    private static func introspection(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        return .json(IntrospectionAnswer.describe(caller.session, caller.account, context.tenant))
    }

    /// A session of its own for the same sign-in. It cannot make sensitive calls: it never gets a
    /// re-authentication value, and its `auth_time` is the page's.
    private static func bearer(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let caller = try context.requiredCaller()
        guard caller.usesCookie else { throw Problem(.crossSiteRequest, "Only the demo page asks for this.") }
        let page = caller.session
        let authentication = SessionIssue.Authentication(
            amr: page.amr, acr: page.acr, time: page.authTime, passkeyID: page.passkeyID)
        let issue = SessionIssue.make(
            account: caller.account.id, authentication: authentication,
            client: .init(id: nil, isProven: false, origin: page.origin), kind: .bearer,
            withReauthentication: false, context)
        let passkeys: [Passkey]
        let isStarted: Bool
        do throws(StoreError) {
            isStarted = try await context.services.store.startSession(
                issue.session, in: context.tenant.id,
                event: context.event(
                    .signedIn, account: caller.account.id, session: issue.session.id,
                    detail: [("method", .string("demo"))]))
            passkeys = try await context.services.store.passkeys(of: caller.account.id, in: context.tenant.id)
        } catch {
            throw Problem(error)
        }
        guard isStarted else { throw CallerResolution.sessionInvalid() }
        return SessionAnswer.issued(issue, caller.account, passkeys, status: 201, context)
    }
}

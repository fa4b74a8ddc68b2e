import FoundationEssentials
package import HTTP
import Store
import Synchronization
package import Tenancy

/// The public listener's answers: host to tenant, path to route, rules of the row, handler, headers of the answer.
package final class Gateway: Sendable {
    private let services: Services
    private let router: Router
    private let onAir: Mutex<TenantsOnAir>

    /// Makes the gateway over the tenants that were loaded.
    package init(services: Services, tenants: TenantDirectory, router: Router = RouteTable.router) {
        self.services = services
        self.router = router
        onAir = Mutex(TenantsOnAir(tenants))
    }

    /// The tenants on the air.
    package var tenants: TenantDirectory { onAir.withLock { $0 }.directory }

    /// Swaps the tenants in; requests in flight finish on the old values.
    package func replaceTenants(_ tenants: TenantDirectory) {
        let prepared = TenantsOnAir(tenants)
        onAir.withLock { $0 = prepared }
    }

    /// Answers one request. Called on the HTTP library's thread; never waits.
    package func answer(_ request: HTTPRequest) -> HTTPAnswer {
        guard let host = services.trust.host(of: request),
            let (found, isIssuer) = onAir.withLock({ $0 }).find(host: host)
        else {
            let problem = Problem(
                .tenantUnknown, "No tenant is configured for this host.",
                cause: "Host " + Log.shown(host: request.headers["Host"] ?? ""))
            return .now(services.refuse(problem, requestID: request.id))
        }
        let match = router.match(method: request.method, path: request.path) { row in
            (isIssuer || row.hosts == .every) && (!row.onlyOnDemoTenants || found.tenant.demo)
        }
        var context = RequestContext(
            request: request, onAir: found, now: services.environment.now(), parameters: [],
            caller: nil, services: services)
        switch match {
        case .route(let route, let parameters):
            context.parameters = parameters
            return run(route, context)
        case .otherMethod(let rows): return .now(otherMethod(rows, context))
        case .nothing:
            let problem = Problem(.pathUnknown, "Nothing is at this path on this host.")
            return .now(refuse(problem, .problem, .none, context))
        }
    }

    private func otherMethod(_ rows: [Route], _ context: RequestContext) -> HTTPResponse {
        if context.request.method == "OPTIONS",
            let answer = CrossOrigin.preflight(rows, context.request, context.tenant)
        {
            return finish(answer, .none, context)
        }
        var allowed = rows.map(\.method)
        if rows.contains(where: \.answersHead) { allowed.append("HEAD") }
        var problem = Problem(.methodNotAllowed, "Use one of: " + allowed.joined(separator: ", ") + ".")
        problem.headers.append(("Allow", allowed.joined(separator: ", ")))
        return refuse(problem, rows.first?.errors ?? .problem, rows.first?.crossOrigin ?? .none, context)
    }

    private func run(_ route: Route, _ context: RequestContext) -> HTTPAnswer {
        do throws(Problem) {
            try RouteRules.admit(route, context)
            switch route.handler {
            case .inline(let respond): return .now(finish(try respond(context), route.crossOrigin, context))
            case .task(let respond): return later(route, context, respond)
            case .either(let atOnce, let respond):
                if let response = try atOnce(context) { return .now(finish(response, route.crossOrigin, context)) }
                return later(route, context, respond)
            }
        } catch {
            return .now(refuse(error, by: route, context))
        }
    }

    private func later(
        _ route: Route, _ context: RequestContext,
        _ respond: @escaping @Sendable (RequestContext) async throws(Problem) -> HTTPResponse
    ) -> HTTPAnswer {
        .later { [self] in
            var context = context
            do throws(Problem) {
                context.caller = try await CallerResolution.resolve(route.session, context)
                return finish(try await respond(context), route.crossOrigin, context)
            } catch {
                return refuse(error, by: route, context)
            }
        }
    }

    private func refuse(_ problem: Problem, by route: Route, _ context: RequestContext) -> HTTPResponse {
        if let type = route.refusal { context.record(problem, as: type) }
        return refuse(problem, route.errors, route.crossOrigin, context)
    }

    private func refuse(
        _ problem: Problem, _ style: ErrorStyle, _ rule: CrossOriginRule, _ context: RequestContext
    ) -> HTTPResponse {
        services.log.refused(problem, context)
        services.metrics.count(.refused(tenant: context.tenant.id.text, code: problem.code))
        let response = ErrorResponse.make(
            problem, style, issuer: context.tenant.issuer.text, requestID: context.request.id)
        return finish(response, rule, context)
    }

    private func finish(_ response: HTTPResponse, _ rule: CrossOriginRule, _ context: RequestContext) -> HTTPResponse {
        services.metrics.count(.request(status: response.status))
        var response = response
        for (name, value) in CrossOrigin.headers(rule, context.request, context.tenant) {
            response.headers.add(name, value)
        }
        response.headers.add("X-Content-Type-Options", "nosniff")
        if context.tenant.issuer.isHTTPS {
            response.headers.add("Strict-Transport-Security", "max-age=31536000")
        }
        return response
    }
}

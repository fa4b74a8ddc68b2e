import HTTP
import Tenancy
import Text

/// What a row demands before its handler runs, and can be told from the request alone.
enum RouteRules {
    static func admit(_ route: Route, _ context: RequestContext) throws(Problem) {
        try checkRate(route, context)
        try checkBody(route, context)
        try checkCookie(route, context)
    }

    private static func checkRate(_ route: Route, _ context: RequestContext) throws(Problem) {
        guard route.rate != .unlimited else { return }
        let wait = context.services.limiter.take(
            route.rate, tenant: context.tenant, address: context.addressGroup, now: context.now)
        if let wait { throw .rateLimited(seconds: wait) }
    }

    private static func checkBody(_ route: Route, _ context: RequestContext) throws(Problem) {
        let expected: String
        switch route.body {
        case .none: return
        case .json: expected = "application/json"
        case .form: expected = "application/x-www-form-urlencoded"
        }
        let type = context.request.headers["Content-Type"]
        if context.request.body.isEmpty, type == nil { return }
        guard let type, MediaType.matches(type, expected) else {
            throw Problem(.mediaTypeUnsupported, "Send the body as \(expected).")
        }
    }

    /// A call that uses a cookie must be same-origin. If `Authorization` is present the cookie is ignored.
    private static func checkCookie(_ route: Route, _ context: RequestContext) throws(Problem) {
        guard route.session != .ignored, context.request.headers["Authorization"] == nil,
            SessionCookie.value(in: context.request, context.tenant) != nil, !context.isSameOrigin
        else { return }
        throw Problem(
            .crossSiteRequest, "Send this from a page of \(context.tenant.issuer.text), or as an app with a token.")
    }
}

/// Media types, as far as their essence.
enum MediaType {
    /// Whether a field is this media type. Nearly always it is spelt like it, which costs one comparison.
    static func matches(_ field: String, _ expected: String) -> Bool {
        field.isByteEqual(to: expected) || essence(of: field) == expected
    }

    /// `type/subtype` in lower case; nil if a parameter other than a UTF-8 charset is present.
    static func essence(of field: String) -> String? {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        for parameter in parts.dropFirst() {
            let text = parameter.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
            guard text.isEmpty || text == "charset=utf-8" else { return nil }
        }
        return parts.first?.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}

extension Problem {
    /// 429 with `Retry-After`.
    static func rateLimited(seconds: Int) -> Problem {
        var problem = Problem(.rateLimited, "Wait \(seconds) seconds before the next attempt.")
        problem.headers.append(("Retry-After", "\(seconds)"))
        return problem
    }
}

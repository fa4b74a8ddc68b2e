import HTTP
import Tenancy
import Text

/// The cross-origin rules: what counts as same-origin, which origins may read answers, what a preflight says.
enum CrossOrigin {
    /// Whether a page of the issuer's own origin sent the request: by `Sec-Fetch-Site`, else by `Origin`.
    /// Both absent, or `Origin: null`, is no.
    static func isSameOrigin(_ request: HTTPRequest, _ tenant: Tenant) -> Bool {
        let origins = request.headers.values(of: "Origin")
        guard origins.count <= 1 else { return false }
        if let origin = origins.first, !origin.isByteEqual(to: tenant.issuer.text) { return false }
        let sites = request.headers.values(of: "Sec-Fetch-Site")
        guard sites.count <= 1 else { return false }
        if let site = sites.first { return site.isByteEqual(to: "same-origin") }
        return !origins.isEmpty
    }

    /// The header fields that let an allowed origin read the answer. `Vary` is there whether or not it is allowed.
    static func headers(_ rule: CrossOriginRule, _ request: HTTPRequest, _ tenant: Tenant) -> [(String, String)] {
        switch rule {
        case .none: return []
        case .anyone: return [("Vary", "Origin"), ("Access-Control-Allow-Origin", "*")]
        case .relyingParty:
            guard let origin = request.headers["Origin"], allows(origin, tenant) else { return [("Vary", "Origin")] }
            return [
                ("Vary", "Origin"), ("Access-Control-Allow-Origin", origin),
                ("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, WWW-Authenticate"),
            ]
        }
    }

    private static func allows(_ origin: String, _ tenant: Tenant) -> Bool {
        tenant.relyingParty.webOrigins.contains { $0.isByteEqual(to: origin) }
    }

    /// The answer to `OPTIONS` on a path with these rows; nil if none of them is open to other origins.
    static func preflight(_ rows: [Route], _ request: HTTPRequest, _ tenant: Tenant) -> HTTPResponse? {
        guard let open = rows.first(where: { if case .none = $0.crossOrigin { false } else { true } }) else {
            return nil
        }
        var fields = headers(open.crossOrigin, request, tenant)
        let isAllowed = fields.contains { $0.0 == "Access-Control-Allow-Origin" }
        if isAllowed {
            let methods = rows.map(\.method).joined(separator: ", ")
            fields.append(("Access-Control-Allow-Methods", methods))
            fields.append(
                ("Access-Control-Allow-Headers", "Authorization, Content-Type, Gatehouse-Reauthentication"))
            fields.append(("Access-Control-Max-Age", "600"))
        }
        return HTTPResponse(status: 204, headers: HTTPHeaders(fields), body: .bytes([]))
    }
}

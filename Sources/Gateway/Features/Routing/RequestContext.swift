package import FoundationEssentials
package import HTTP
import JSON
package import Store
package import Tenancy

/// One request, once its tenant, route and caller are known.
package struct RequestContext: Sendable {
    /// The request as it came.
    package let request: HTTPRequest
    /// The tenant its host belongs to, with what was prepared for it.
    package let onAir: TenantOnAir
    /// The time the request came in.
    package let now: Date
    /// The values of the path's parameters.
    package var parameters: [String]
    /// The session it came with, where the route takes one.
    package var caller: Caller?
    /// The shared machinery.
    package let services: Services

    /// The tenant its host belongs to.
    package var tenant: Tenant { onAir.tenant }

    /// The caller's address, taken from trusted proxies only.
    package var address: String { services.trust.address(of: request).text }

    /// The address as limits group it: an IPv4 address, or the /64 network of an IPv6 address.
    package var addressGroup: PeerAddress { services.trust.address(of: request).clientKey }

    /// Whether a page of the issuer's own origin sent it (`Sec-Fetch-Site`, else `Origin`).
    package var isSameOrigin: Bool { CrossOrigin.isSameOrigin(request, tenant) }

    /// The `Origin` header; nil if absent.
    var origin: String? { request.headers["Origin"] }

    /// Whether an answer that starts a session sets a cookie: for the issuer's own pages, unless they ask as an app.
    var wantsCookie: Bool { isSameOrigin && request.headers["Authorization"] == nil }

    /// The JSON body; an empty one is `{}`.
    ///
    /// - Throws: `request_malformed` for anything but one strict JSON object.
    func json() throws(Problem) -> JSONValue {
        if request.body.isEmpty { return .object(JSONObject()) }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.parse(request.body)
        } catch {
            throw Problem(.requestMalformed, "The body is not strict JSON: \(error).")
        }
        guard case .object = value else { throw Problem(.requestMalformed, "The body must be a JSON object.") }
        return value
    }

    /// The caller of a route that requires a session.
    func requiredCaller() throws(Problem) -> Caller {
        guard let caller else { throw Problem(.sessionRequired, "Sign in first.") }
        return caller
    }
}

/// Whoever a session belongs to, and how it was shown.
package struct Caller: Sendable {
    /// The session's row.
    package let session: Session
    /// The account it signs in.
    package let account: Account
    /// Whether it came as the cookie of the issuer's pages rather than as a bearer token.
    package let usesCookie: Bool
}

import Crypto
import HTTP
import Tenancy

/// The cookie of the issuer's own pages.
///
/// `__Host-gatehouse` on https; `gatehouse` without `Secure` on http loopback, where browsers differ about `Secure`.
enum SessionCookie {
    static func name(_ tenant: Tenant) -> String { tenant.issuer.isHTTPS ? "__Host-gatehouse" : "gatehouse" }

    /// The cookie's value; nil if absent, empty or sent twice.
    static func value(in request: HTTPRequest, _ tenant: Tenant) -> String? {
        let name = Array(name(tenant).utf8)
        var found: String?
        for field in request.headers.values(of: "Cookie") {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let trimmed = pair.drop { $0 == UInt8(ascii: " ") }
                guard trimmed.starts(with: name), trimmed.dropFirst(name.count).first == UInt8(ascii: "=") else {
                    continue
                }
                if found != nil { return nil }
                found = String(Substring(trimmed.dropFirst(name.count + 1)))
            }
        }
        return found?.isEmpty == false ? found : nil
    }

    /// Sets the cookie for as long as the session can live.
    static func set(_ token: Secret, seconds: Int, _ tenant: Tenant) -> (String, String) {
        ("Set-Cookie", "\(name(tenant))=\(token.revealedText); Max-Age=\(seconds)" + attributes(tenant))
    }

    /// Takes the cookie back.
    static func clear(_ tenant: Tenant) -> (String, String) {
        ("Set-Cookie", "\(name(tenant))=; Max-Age=0" + attributes(tenant))
    }

    private static func attributes(_ tenant: Tenant) -> String {
        "; Path=/; HttpOnly; SameSite=Lax" + (tenant.issuer.isHTTPS ? "; Secure" : "")
    }
}

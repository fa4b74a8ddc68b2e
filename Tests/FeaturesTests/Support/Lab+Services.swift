import JSON
import TestSupport
import Text

/// A service's side of the gateway.
extension Lab {
    /// How a service says who it is.
    enum ServiceLogin: Sendable {
        case basic(String, String)
        case post(String, String)
        case none
    }

    /// A form-encoded call, as the tenant's service unless said otherwise.
    func form(
        _ path: String, _ tenant: LabTenant, _ fields: [(String, String)], as login: ServiceLogin? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> HTTPTestAnswer {
        let tenant = on(tenant)
        var headers = headers
        var fields = fields
        switch login ?? .basic("service", tenant.serviceSecret) {
        case .basic(let id, let secret):
            headers.append(("Authorization", "Basic " + Base64.encode(Array("\(id):\(secret)".utf8))))
        case .post(let id, let secret): fields += [("client_id", id), ("client_secret", secret)]
        case .none: break
        }
        let body = fields.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
        headers.append(("Content-Type", "application/x-www-form-urlencoded"))
        return try await client.send(
            HTTPTestRequest("POST", path, host: tenant.host, headers: headers, body: Array(body.utf8)))
    }

    /// Introspects a visitor's token at its own tenant, or at another.
    func introspect(_ visitor: Visitor, at tenant: LabTenant? = nil) async throws -> HTTPTestAnswer {
        try await form("/oauth2/introspect", tenant ?? visitor.tenant, [("token", visitor.token ?? "")])
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = HTTPFormBytes.plain.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + Hex.encode([byte])
        }.joined()
    }
}

private enum HTTPFormBytes {
    static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.".utf8)
}

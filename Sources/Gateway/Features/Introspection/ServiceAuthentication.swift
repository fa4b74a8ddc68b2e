import Crypto
import HTTP
import Tenancy
import Text

/// Client authentication of services: `client_secret_basic` or `client_secret_post`, never both (RFC 6749 §2.3).
enum ServiceAuthentication {
    /// - Throws: 401 `invalid_client` for anything but one good mechanism.
    static func authenticate(_ form: HTTPForm, _ context: RequestContext) throws(Problem) -> Client {
        let presented: (id: String, secrets: [String])
        if let field = context.request.headers["Authorization"] {
            guard form["client_secret"] == nil else {
                throw Problem(.requestMalformed, "Authenticate in one way only.")
            }
            presented = try basic(field)
            if let id = form["client_id"], !presented.id.isByteEqual(to: id) { throw invalid }
        } else {
            guard let id = form["client_id"], let secret = form["client_secret"] else { throw invalid }
            presented = (id, [secret])
        }
        guard let client = context.tenant.client(presented.id), let expected = client.secretHash else { throw invalid }
        for secret in presented.secrets where constantTimeEqual(Digest.sha256(Array(secret.utf8)), expected) {
            return client
        }
        throw invalid
    }

    /// RFC 6749 §2.3.1 form-encodes both parts; clients in the field often do not, so the raw spelling counts too.
    private static func basic(_ field: String) throws(Problem) -> (id: String, secrets: [String]) {
        let parts = field.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, String(Substring(parts[0])).lowercased() == "basic",
            let bytes = Base64.decode(String(Substring(parts[1]))), String(validating: bytes, as: UTF8.self) != nil
        else { throw invalid }
        let pair = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard pair.count == 2 else { throw invalid }
        let secrets = decoded(pair[1]).map { $0.isByteEqual(to: pair[1]) ? [pair[1]] : [$0, pair[1]] } ?? [pair[1]]
        return (decoded(pair[0]) ?? pair[0], secrets)
    }

    /// One form-encoded component; nil if it is none.
    private static func decoded(_ component: String) -> String? {
        if component.utf8.allSatisfy({ $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }) { return component }
        return HTTPForm(urlEncoded: Array("v=\(component)".utf8)).flatMap { $0.fields.count == 1 ? $0["v"] : nil }
    }

    private static var invalid: Problem {
        var problem = Problem(.invalidClient, "Client authentication failed.")
        problem.headers.append(("WWW-Authenticate", "Basic realm=\"gatehouse\", charset=\"UTF-8\""))
        return problem
    }
}

import HTTP
import JSON

extension HTTPResponse {
    /// A JSON answer that nobody may keep, because it carries tokens or personal data.
    static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: HTTPHeaders([("Content-Type", "application/json"), ("Cache-Control", "no-store")]),
            body: .bytes(value.serialized()))
    }

    /// Done, and nothing to say.
    static var noContent: HTTPResponse {
        HTTPResponse(status: 204, headers: HTTPHeaders([("Cache-Control", "no-store")]), body: .bytes([]))
    }
}

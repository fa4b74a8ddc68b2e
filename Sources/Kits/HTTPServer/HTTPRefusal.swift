package import HTTP

/// What the server refuses by itself, before or instead of the handler.
package enum HTTPRefusal: Sendable, Equatable {
    /// The request could be read in two ways (request smuggling): 400. The reason is safe to show.
    case malformed(reason: String)
    /// The body is larger than allowed: 413.
    case bodyTooLarge
    /// As much work as allowed is under way, or the server is stopping: 503.
    case busy
    /// The handler's response cannot be written: 500.
    case unwritable

    /// The public error code.
    package var code: String {
        switch self {
        case .malformed: "request_malformed"
        case .bodyTooLarge: "body_too_large"
        case .busy: "server_busy"
        case .unwritable: "server_error"
        }
    }

    /// The status code.
    package var status: Int {
        switch self {
        case .malformed: 400
        case .bodyTooLarge: 413
        case .busy: 503
        case .unwritable: 500
        }
    }

    /// The refusal as `application/problem+json` (RFC 9457).
    package func problem(requestID: String) -> HTTPResponse {
        let text =
            #"{"type":"about:blank","title":"\#(title)","status":\#(status),"code":"\#(code)","#
            + #""detail":"\#(detail)","request_id":"\#(requestID)"}"#
        var headers = HTTPHeaders([("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")])
        if self == .busy { headers.add("Retry-After", "1") }
        return HTTPResponse(status: status, headers: headers, body: .bytes(Array(text.utf8)))
    }

    private var title: String {
        switch self {
        case .malformed: "The request is malformed"
        case .bodyTooLarge: "The body is too large"
        case .busy: "The server is busy"
        case .unwritable: "The server failed"
        }
    }

    private var detail: String {
        switch self {
        case .malformed(let reason): reason
        case .bodyTooLarge: "Send a smaller body."
        case .busy: "Try again in a moment."
        case .unwritable: "The answer could not be written."
        }
    }
}

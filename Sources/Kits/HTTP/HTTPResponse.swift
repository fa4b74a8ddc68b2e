/// One answer: a status, header fields and a body.
///
/// The server adds `Date`, `Content-Length`, `Connection` and `X-Request-Id` itself and drops the body for `HEAD`. A
/// response it cannot write (a line break in a header, a status outside 200...599) is sent as a 500.
package struct HTTPResponse: Sendable {
    /// The status code, 200...599.
    package var status: Int
    /// The header fields, without those the server adds.
    package var headers: HTTPHeaders
    /// The body.
    package var body: HTTPBody
    /// Whether the connection ends after this answer.
    package var closesConnection: Bool

    /// An answer from its parts; without a body, `Content-Length: 0`.
    package init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = .bytes([]), closesConnection: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.closesConnection = closesConnection
    }
}

/// The body of an answer.
package enum HTTPBody: Sendable {
    /// Bytes made for this answer; they are copied once.
    case bytes([UInt8])
    /// Bytes made once and sent many times, without copying.
    case prepared(PreparedBody)

    /// How many bytes the body has.
    package var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .prepared(let prepared): prepared.count
        }
    }

    /// The body as an array (a copy, when it was prepared).
    package var bytes: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .prepared(let prepared): prepared.bytes
        }
    }
}

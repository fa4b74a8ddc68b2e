import HTTP

/// A document that is the same for everybody: exact bytes, ETag, content type, and how long it may be kept.
package struct PreparedDocument: Sendable {
    private let body: PreparedBody
    private let etag: String
    private let full: HTTPHeaders
    private let unchanged: HTTPHeaders

    /// Prepares `bytes`. `etag` is the strong validator without quotes.
    package init(_ bytes: [UInt8], contentType: String, etag: String, cacheControl: String = "max-age=300") {
        body = PreparedBody(bytes)
        self.etag = "\"" + etag + "\""
        let validators = [("ETag", self.etag), ("Cache-Control", cacheControl)]
        unchanged = HTTPHeaders(validators)
        full = HTTPHeaders([("Content-Type", contentType)] + validators)
    }

    /// 200 with the bytes, or 304 if the caller has them.
    func answer(_ request: HTTPRequest) -> HTTPResponse {
        if let known = request.headers["If-None-Match"], matches(known) {
            return HTTPResponse(status: 304, headers: unchanged, body: .bytes([]))
        }
        return HTTPResponse(status: 200, headers: full, body: .prepared(body))
    }

    /// RFC 9110 §13.1.2: weak comparison.
    private func matches(_ field: String) -> Bool {
        field == "*"
            || field.split(separator: ",").contains { part in
                var tag = part.drop { $0 == " " }
                if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
                return tag.prefix { $0 != " " } == etag
            }
    }
}

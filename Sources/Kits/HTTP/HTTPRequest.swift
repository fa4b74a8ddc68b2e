/// One request with its whole body, after the server's gate: unambiguous, but nothing in it is trusted.
package struct HTTPRequest: Sendable {
    /// The request id that is answered as `X-Request-Id`, 22 characters of the base64url alphabet.
    package var id: String
    /// The method, upper-case letters only.
    package var method: String
    /// The request target as received, undecoded: `/path?query`, or the absolute form when it agrees with `Host`.
    package var target: String
    /// The path, undecoded: starts with `/`, printable ASCII, no `?` or `#`.
    package var path: String
    /// What stands after the first `?`, undecoded; nil without one.
    package var query: String?
    /// The header fields; exactly one `Host`.
    package var headers: HTTPHeaders
    /// The whole body; empty when there is none.
    package var body: [UInt8]
    /// Who holds the other end of the connection: the client, or a proxy.
    package var peer: PeerAddress

    /// A request from its parts; `path` and `query` are cut from `target` (origin form).
    package init(
        id: String, method: String, target: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
        peer: PeerAddress = .loopback
    ) {
        self.id = id
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.peer = peer
        (path, query) = Self.split(target)
    }

    /// A request whose path is not simply the front of its target (absolute form).
    package init(
        id: String, method: String, target: String, origin: String, headers: HTTPHeaders, body: [UInt8],
        peer: PeerAddress
    ) {
        self.init(id: id, method: method, target: target, headers: headers, body: body, peer: peer)
        (path, query) = Self.split(origin)
    }

    private static func split(_ target: String) -> (path: String, query: String?) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (target, nil) }
        return (String(target[..<mark]), String(target[target.utf8.index(after: mark)...]))
    }
}

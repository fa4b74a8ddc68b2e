import HTTP
import HTTPServer
import Testing

/// One request that two readers could understand differently, or that merely looks like it.
struct GateCase: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let status: Int
    let closes: Bool
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ status: Int, closes: Bool? = nil) {
        self.init(name, bytes: Array(text.utf8), status, closes: closes)
    }

    init(_ name: String, bytes: [UInt8], _ status: Int, closes: Bool? = nil) {
        self.name = name
        self.bytes = bytes
        self.status = status
        self.closes = closes ?? (status != 200)
    }
}

private func get(_ target: String = "/", _ headers: String = "", method: String = "GET") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(headers)\r\n"
}

private func post(_ headers: String, _ body: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(headers)\r\n\(body)"
}

private let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

private let accepted: [GateCase] = [
    GateCase("a plain request", get(), 200),
    GateCase("a query", get("/a?b=c%20d"), 200),
    GateCase("a body by length", post("Content-Length: 5\r\n", "hello"), 200),
    GateCase("a body in chunks", post("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n"), 200),
    GateCase("chunked in capitals", post("Transfer-Encoding: CHUNKED\r\n", "0\r\n\r\n"), 200),
    GateCase("trailers", post("Transfer-Encoding: chunked\r\n", "0\r\nHost: b\r\n\r\n"), 200),
    GateCase("a host with port", "GET / HTTP/1.1\r\nHost: a.example:8080\r\n\r\n", 200),
    GateCase("an IPv6 host", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", 200),
    GateCase("absolute form of the same host", "GET http://A.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n", 200),
    GateCase("a tab in a value", get("/", "X-A: a\tb\r\n"), 200),
    GateCase("UTF-8 in a value", get("/", "X-City: Zürich\r\n"), 200),
    GateCase("two cookies", get("/", "Cookie: a=b\r\nCookie: c=d\r\n"), 200),
    GateCase("HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\n\r\n", 200, closes: true),
]

private let headers: [GateCase] = [
    GateCase("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
    GateCase("no Host on HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 400),
    GateCase("two Hosts", get("/", "Host: b\r\n"), 400),
    GateCase("two equal Hosts", get("/", "host: a\r\n"), 400),
    GateCase("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
    GateCase("a list as Host", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
    GateCase("a user in Host", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400),
    GateCase("a path in Host", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    GateCase("a Host beyond ASCII", "GET / HTTP/1.1\r\nHost: ä\r\n\r\n", 400),
    GateCase("two Authorizations", get("/", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n"), 400),
    GateCase("Authorization beyond ASCII", get("/", "Authorization: Bearer ä\r\n"), 400),
    GateCase("two Content-Types", post("Content-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 0\r\n"), 400),
    GateCase("a control byte in a value", get("/", "X-A: a\u{1}b\r\n"), 400),
    GateCase("a delete in a value", get("/", "X-A: a\u{7f}b\r\n"), 400),
    GateCase("a space before the colon", get("/", "X-A : b\r\n"), 400),
    GateCase("a name that is no token", get("/", "X(A): b\r\n"), 400),
    GateCase("a name beyond ASCII", get("/", "Xä: b\r\n"), 400),
    GateCase("a line without colon", get("/", "nonsense\r\n"), 400),
]

private let framing: [GateCase] = [
    GateCase("two Content-Lengths", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello"), 400),
    GateCase("two different lengths", post("Content-Length: 0\r\nContent-Length: 36\r\n", smuggled), 400),
    GateCase("a list of lengths", post("Content-Length: 5, 5\r\n", "hello"), 400),
    GateCase("a signed length", post("Content-Length: +5\r\n", "hello"), 400),
    GateCase("a negative length", post("Content-Length: -5\r\n", "hello"), 400),
    GateCase("a hexadecimal length", post("Content-Length: 0x5\r\n", "hello"), 400),
    GateCase("an empty length", post("Content-Length:\r\n", smuggled), 400),
    GateCase(
        "chunks and a length", post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n\(smuggled)"), 400),
    GateCase(
        "a length and chunks", post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n\(smuggled)"), 400),
    GateCase("two codings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400),
    GateCase("a list of codings", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), 400),
    GateCase("an unknown coding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n\(smuggled)"), 400),
    GateCase("identity", post("Transfer-Encoding: identity\r\n", smuggled), 400),
    GateCase("an empty coding", post("Transfer-Encoding:\r\n", smuggled), 400),
    GateCase("a vertical tab before chunked", post("Transfer-Encoding: \u{b}chunked\r\n", "0\r\n\r\n"), 400),
    GateCase(
        "chunks on HTTP/1.0", "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    GateCase("a bad chunk size", post("Transfer-Encoding: chunked\r\n", "zz\r\nhello\r\n0\r\n\r\n"), 400),
    GateCase("a GET with chunks and a length", get("/", "Content-Length: 40\r\nTransfer-Encoding: chunked\r\n"), 400),
]

private let requestLines: [GateCase] = [
    GateCase("a fragment", get("/a#b"), 400),
    GateCase("a target beyond ASCII", get("/ä"), 400),
    GateCase("a control byte in the target", get("/a\u{1}"), 400),
    GateCase("a space in the target", get("/a b"), 400),
    GateCase("no slash", get("a"), 400),
    GateCase("an asterisk", get("*", method: "OPTIONS"), 400),
    GateCase("another host in the absolute form", get("http://b/"), 400),
    GateCase("a user in the absolute form", get("http://u@a/"), 400),
    GateCase("another scheme", get("ftp://a/"), 400),
    GateCase("CONNECT", get("a:443", method: "CONNECT"), 400),
    GateCase("CONNECT with a path", get("/", method: "CONNECT"), 400),
    GateCase("a lower-case method", get(method: "get"), 400),
    GateCase("a method with marks", get(method: "G!T"), 400),
    GateCase("HTTP/2 in the clear", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    GateCase("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 400),
]

@Suite("The gate against ambiguous requests")
struct RequestGateTests {
    @Test(
        "A request with one meaning passes, any other gets its status and loses its connection",
        arguments: [
            accepted, headers, framing, requestLines,
        ].joined())
    func table(_ row: GateCase) async throws {
        try await withServer { port, _ in
            let (response, closed) = await exchange(port, row.bytes)
            #expect(response?.status == row.status)
            #expect(closed == row.closes)
            #expect(response?.body.contains("smuggled") != true)
        }
    }

    @Test("A refusal is a problem with code, request id and reason")
    func problem() async throws {
        try await withServer { port, server in
            let (response, _) = await exchange(port, get("/", "Host: b\r\n"))
            let answer = try #require(response)
            let id = try #require(answer.fields["x-request-id"])
            #expect(answer.fields["content-type"] == "application/problem+json")
            #expect(answer.fields["connection"]?.lowercased() == "close")
            #expect(id.utf8.count == 22)
            #expect(answer.body.contains(#""code":"request_malformed""#))
            #expect(answer.body.contains(#""request_id":"\#(id)""#))
            #expect(server.statistics.refusedRequests == 1)
        }
    }

    @Test(
        "Handlers see target, path and query as they were sent",
        arguments: [
            ("/a%2Fb/../c?d=%41&&e", "/a%2Fb/../c", "d=%41&&e"), ("/?", "/", ""), ("http://a?x", "/", "x"),
            ("http://a", "/", "-"), ("HTTPS://A/y?z?w", "/y", "z?w"), ("//a//b", "//a//b", "-"),
        ])
    func targets(_ target: String, _ path: String, _ query: String) async throws {
        try await withServer { port, _ in
            let (response, _) = await exchange(port, get(target))
            #expect(response?.body == "GET \(path) \(query) ")
        }
    }
}

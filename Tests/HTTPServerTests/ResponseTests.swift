import HTTP
import HTTPServer
import Testing

private func get(_ path: String = "/", method: String = "GET") -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
}

@Suite("Responses on the wire")
struct ResponseTests {
    @Test("HEAD has the length of the body and no body; the connection goes on", arguments: [true, false])
    func head(_ prepared: Bool) async throws {
        let bytes = Array("hello".utf8)
        let body = prepared ? HTTPBody.prepared(PreparedBody(bytes)) : .bytes(bytes)
        try await withServer(handler: { _ in .now(HTTPResponse(status: 200, body: body)) }) { port, _ in
            let (response, closed) = await exchange(port, get(method: "HEAD"), hasBody: false)
            #expect(response?.status == 200)
            #expect(response?.fields["content-length"] == "5")
            #expect(!closed)
        }
    }

    @Test(
        "A header that would break the response becomes a 500",
        arguments: [
            ("X-A", "a\r\nSet-Cookie: b"), ("X-A", "a\nb"), ("X-A", "a\rb"), ("X-A", "a\0b"), ("X-A\r\nX-B", "a"),
            ("X A", "a"), ("", "a"), ("X-A:", "a"),
        ])
    func injection(_ name: String, _ value: String) async throws {
        try await withServer(handler: { _ in .now(HTTPResponse(status: 200, headers: HTTPHeaders([(name, value)]))) }) {
            port, _ in
            let (response, _) = await exchange(port, get())
            #expect(response?.status == 500)
            #expect(response?.body.contains("server_error") == true)
            #expect(response?.fields["set-cookie"] == nil)
        }
    }

    @Test("A status that is none becomes a 500", arguments: [-1, 0, 99, 100, 101, 600, 1 << 40])
    func status(_ status: Int) async throws {
        try await withServer(handler: { _ in .now(HTTPResponse(status: status)) }) { port, _ in
            #expect(await exchange(port, get()).response?.status == 500)
        }
    }

    @Test("204 and 304 have no body", arguments: [204, 304])
    func noBody(_ status: Int) async throws {
        try await withServer(handler: { _ in
            .now(HTTPResponse(status: status, headers: HTTPHeaders([("ETag", "\"a\"")]), body: .bytes([1, 2, 3])))
        }) { port, _ in
            let (response, closed) = await exchange(port, get())
            #expect(response?.status == status)
            #expect(["0", nil].contains(response?.fields["content-length"]))
            #expect(response?.fields["etag"] == "\"a\"")
            #expect(!closed)
        }
    }

    @Test("Headers are sent as given, repeated ones too, with a request id that the handler knows")
    func headers() async throws {
        let handler: HTTPHandler = { request in
            var headers = HTTPHeaders([("X-A", "1"), ("Set-Cookie", "a=b"), ("X-Seen", request.id)])
            headers.add("X-Empty", "")
            headers.add("X-Tab", "a\tb")
            return .now(HTTPResponse(status: 200, headers: headers))
        }
        try await withServer(handler: handler) { port, _ in
            let first = try #require(await exchange(port, get()).response)
            let second = try #require(await exchange(port, get()).response)
            let id = try #require(first.fields["x-request-id"])
            #expect(first.fields["x-seen"] == id)
            #expect(id.utf8.count == 22)
            #expect(second.fields["x-request-id"] != id)
            #expect(first.fields["set-cookie"] == "a=b")
            #expect(first.fields["x-tab"] == "a\tb")
            #expect(first.fields["x-empty"] == nil)
            #expect(first.fields["date"] != nil)
        }
    }

    @Test("Request ids can come from outside")
    func requestID() async throws {
        try await withServer {
            $0.requestID = { "0123456789abcdefghijkl" }
        } _: { port, _ in
            #expect(await exchange(port, get()).response?.fields["x-request-id"] == "0123456789abcdefghijkl")
        }
    }

    @Test("The handler may close the connection")
    func close() async throws {
        try await withServer(handler: { _ in .now(HTTPResponse(status: 200, closesConnection: true)) }) { port, _ in
            let (response, closed) = await exchange(port, get())
            #expect(response?.fields["connection"]?.lowercased() == "close")
            #expect(closed)
        }
    }

    @Test("A prepared body lives as long as responses do")
    func preparedLifetime() async throws {
        // The only reference is the response's own: it must last until the last byte is sent.
        let size = 4 << 20
        try await withServer(handler: { _ in
            .now(HTTPResponse(status: 200, body: .prepared(PreparedBody([UInt8](repeating: 0x61, count: size)))))
        }) { port, _ in
            let (response, _) = await exchange(port, get())
            #expect(response?.body.utf8.count == size)
            #expect(response?.body.utf8.allSatisfy { $0 == 0x61 } == true)
        }
    }
}

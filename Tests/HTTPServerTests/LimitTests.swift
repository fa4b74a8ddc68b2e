import Glibc
import HTTP
import Testing

@testable import HTTPServer

private func post(_ size: Int) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size)
}

private func chunked(_ sizes: [Int]) -> String {
    let chunks = sizes.map { String($0, radix: 16) + "\r\n" + String(repeating: "x", count: $0) + "\r\n" }
    return "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks.joined() + "0\r\n\r\n"
}

private final class Lines: Sendable {
    private let lines = Lock<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite("Limits of size, number and time")
struct LimitTests {
    @Test(
        "A body up to the limit is taken, one above gets a 413 and loses the connection",
        arguments: [
            (post(1000), 200), (post(1001), 413), (chunked([500, 500]), 200), (chunked([500, 501]), 413),
            (chunked([1001]), 413), (chunked([1000, 1, 999]), 413),
        ])
    func bodies(_ request: String, _ status: Int) async throws {
        try await withServer {
            $0.maximumBody = 1000
        } _: { port, _ in
            let (response, closed) = await exchange(port, request)
            #expect(response?.status == status)
            #expect(closed == (status == 413))
            if status == 413 { #expect(response?.body.contains("body_too_large") == true) }
        }
    }

    @Test("A body of 64 KiB is the default limit, and arrives whole")
    func largeBody() async throws {
        try await withServer(handler: { .now(HTTPResponse(status: 200, body: .bytes($0.body))) }) { port, _ in
            let (response, _) = await exchange(port, post(65_536))
            #expect(response?.body.utf8.count == 65_536)
        }
    }

    @Test("A chunked body without end is cut")
    func endlessBody() async throws {
        try await withServer {
            $0.maximumBody = 1000
        } _: { port, _ in
            let closed = await onThread {
                guard let client = RawClient(port: port) else { return false }
                client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                for _ in 0..<20 { client.send("1f4\r\n" + String(repeating: "x", count: 500) + "\r\n") }
                return client.isClosed()
            }
            #expect(closed)
        }
    }

    @Test(
        "The library refuses what does not fit into a connection's memory",
        arguments: [
            ("GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", [414, 431]),
            ("GET / HTTP/1.1\r\nHost: a\r\nCookie: " + String(repeating: "a", count: 40_000) + "\r\n\r\n", [431]),
        ])
    func headers(_ request: String, _ statuses: [Int]) async throws {
        try await withServer { port, _ in
            let (response, closed) = await exchange(port, request)
            #expect(statuses.contains(response?.status ?? 0))
            #expect(closed)
        }
    }

    @Test("Connections above the total are closed at once, and there is room again when others leave")
    func totalConnections() async throws {
        try await withServer {
            $0.maximumConnections = 4
        } _: { port, server in
            let outcome = await onThread { Self.countOpen(port, of: 7) }
            #expect(outcome == 4)
            #expect(server.statistics.refusedConnections == 3)
            #expect(await eventually { server.statistics.connections == 0 })
            #expect(await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").response?.status == 200)
        }
    }

    @Test(
        "One address gets its share, a trusted proxy as much as there is",
        arguments: [
            ([], 3), ([NetworkPrefix("127.0.0.0/8")], 7), ([NetworkPrefix("192.0.2.0/24")], 3),
        ])
    func connectionsPerAddress(_ trusted: [NetworkPrefix?], _ expected: Int) async throws {
        try await withServer {
            $0.maximumConnectionsPerAddress = 3
            $0.trustedPeers = trusted.compactMap { $0 }
        } _: { port, _ in
            #expect(await onThread { Self.countOpen(port, of: 7) } == expected)
        }
    }

    @Test("A client that sends its head byte by byte is cut")
    func slowHead() async throws {
        try await withServer {
            $0.totalSeconds = 1
        } _: { port, server in
            let sent = await onThread { Self.drip("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", port) }
            #expect(sent < 60)
            #expect(server.statistics.sweptConnections >= 1)
        }
    }

    @Test("A client that sends its body byte by byte is cut")
    func slowBody() async throws {
        try await withServer {
            $0.totalSeconds = 1
        } _: { port, server in
            let sent = await onThread { Self.drip("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 999\r\n\r\n", port) }
            #expect(sent < 60)
            #expect(server.statistics.sweptConnections >= 1)
        }
    }

    @Test("A client that does not read its answer is cut")
    func slowReader() async throws {
        let body = PreparedBody([UInt8](repeating: 0x61, count: 32 << 20))
        let handler: HTTPHandler = { _ in .now(HTTPResponse(status: 200, body: .prepared(body))) }
        try await withServer({ $0.totalSeconds = 1 }, handler: handler) { port, server in
            let client = RawClient(port: port)
            client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await eventually { server.statistics.sweptConnections >= 1 })
            #expect(await eventually { server.statistics.connections == 0 })
            withExtendedLifetime(client) {}
        }
    }

    @Test("A connection without requests is closed after the idle time")
    func idle() async throws {
        try await withServer {
            $0.idleSeconds = 1
        } _: { port, _ in
            let closed = await onThread {
                guard let client = RawClient(port: port) else { return false }
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return client.response()?.status == 200 && client.isClosed()
            }
            #expect(closed)
        }
    }

    @Test("Ten lines in ten seconds, then a note of what was left out")
    func throttle() {
        let throttle = LogThrottle()
        let first = (0..<30).compactMap { throttle.admit("line", now: 1_000_000 + $0) }
        #expect(first == Array(repeating: "line", count: 10))
        #expect(throttle.admit("line", now: 1_009_999) == nil)
        #expect(throttle.admit("line", now: 1_010_000) == "line (21 more not shown)")
    }

    @Test("The library's complaints reach the log, cleaned")
    func log() async throws {
        let lines = Lines()
        try await withServer {
            $0.log = { lines.add($0) }
        } _: { port, _ in
            for _ in 0..<3 { _ = await exchange(port, "nonsense \u{1b}[31m\r\n\r\n") }
        }
        #expect(!lines.all.isEmpty)
        #expect(lines.all.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7e).contains($0) } })
    }

    /// How many of that many connections get an answer.
    private static func countOpen(_ port: UInt16, of count: Int) -> Int {
        let clients = (0..<count).compactMap { _ -> RawClient? in
            let client = RawClient(port: port)
            client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return client?.response()?.status == 200 ? client : nil
        }
        return clients.count
    }

    /// Sends the text, then a byte each 50 ms; returns how many of those before the connection broke.
    private static func drip(_ text: String, _ port: UInt16) -> Int {
        guard let client = RawClient(port: port, seconds: 1) else { return 0 }
        client.send(text)
        var sent = 0
        while sent < 100, client.send("a") {
            usleep(50_000)
            sent += 1
        }
        return sent
    }
}

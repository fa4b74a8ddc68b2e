import HTTP
import Synchronization
import Testing

@testable import HTTPServer

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

/// Holds work until the test lets it go.
final class Latch: Sendable {
    private let state = Lock((isOpen: false, waiters: [CheckedContinuation<Void, Never>]()))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

@Suite("Answers that come later")
struct LaterAnswerTests {
    @Test("200 requests, 50 at a time, each get their own answer")
    func many() async throws {
        let handler: HTTPHandler = { request in
            .later {
                try? await Task.sleep(for: .milliseconds(2))
                return HTTPResponse(status: 200, body: .bytes(request.body))
            }
        }
        try await withServer(handler: handler) { port, server in
            let right = await withTaskGroup(of: Int.self) { group in
                for client in 0..<50 {
                    group.addTask { await onThread { Self.ask(port, client: client, times: 4) } }
                }
                return await group.reduce(0, +)
            }
            #expect(right == 200)
            #expect(server.statistics.requests == 200)
            #expect(server.statistics.inFlight == 0)
        }
    }

    @Test("Above the bound of work under way there is a 503 with Retry-After; the connection stays")
    func bound() async throws {
        let latch = Latch()
        let handler: HTTPHandler = { request in
            guard request.path == "/" else { return .now(HTTPResponse(status: 204)) }
            return .later {
                await latch.wait()
                return HTTPResponse(status: 200)
            }
        }
        try await withServer({ $0.maximumInFlight = 2 }, handler: handler) { port, server in
            async let first = exchange(port, get)
            async let second = exchange(port, get)
            #expect(await eventually { server.statistics.inFlight == 2 })
            let third = await onThread {
                let client = RawClient(port: port)
                client?.send(get)
                let busy = client?.response()
                client?.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                return (busy, client?.response()?.status)
            }
            #expect(third.0?.status == 503)
            #expect(third.0?.fields["retry-after"] == "1")
            #expect(third.0?.body.contains("server_busy") == true)
            #expect(third.1 == 204)
            latch.open()
            #expect(await first.response?.status == 200)
            #expect(await second.response?.status == 200)
            #expect(server.statistics.refusedBusy == 1)
        }
    }

    @Test("A client that goes away while its answer is made harms nothing")
    func disconnect() async throws {
        let latch = Latch()
        let finished = Atomic(0)
        let handler: HTTPHandler = { request in
            .later {
                await latch.wait()
                finished.add(1, ordering: .relaxed)
                return HTTPResponse(status: 200, body: .bytes(Array("for \(request.id)".utf8)))
            }
        }
        try await withServer(handler: handler) { port, server in
            for _ in 0..<20 {
                #expect(await onThread { RawClient(port: port)?.send(get) } == true)
            }
            #expect(await eventually { server.statistics.inFlight == 20 })
            latch.open()
            #expect(await eventually { server.statistics.connections == 0 && server.statistics.inFlight == 0 })
            #expect(finished.load(ordering: .relaxed) == 20)
            #expect(await exchange(port, get).response?.status == 200)
        }
    }

    @Test("The next request on a connection waits for the answer of the first")
    func pipelined() async throws {
        let handler: HTTPHandler = { request in
            guard request.path == "/slow" else { return .now(HTTPResponse(status: 202)) }
            return .later {
                try? await Task.sleep(for: .milliseconds(20))
                return HTTPResponse(status: 201)
            }
        }
        try await withServer(handler: handler) { port, _ in
            let statuses = await onThread {
                let client = RawClient(port: port)
                client?.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return [client?.response()?.status, client?.response()?.status]
            }
            #expect(statuses == [201, 202])
        }
    }

    private static func ask(_ port: UInt16, client number: Int, times: Int) -> Int {
        guard let client = RawClient(port: port) else { return 0 }
        return (0..<times).count { round in
            let body = "client \(number) round \(round)"
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return client.response()?.body == body
        }
    }
}

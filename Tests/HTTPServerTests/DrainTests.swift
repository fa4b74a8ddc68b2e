import HTTP
import Synchronization
import Testing

@testable import HTTPServer

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

@Suite("Start and graceful stop")
struct DrainTests {
    @Test("Running requests finish, and their connections are closed")
    func finishes() async throws {
        let latch = Latch()
        let server = HTTPServer(configuration: HTTPServerConfiguration()) { _ in
            .later {
                await latch.wait()
                return HTTPResponse(status: 200)
            }
        }
        let port = try server.start()
        let responses = await withTaskGroup(of: RawResponse?.self) { group in
            for _ in 0..<20 { group.addTask { await exchange(port, get).response } }
            #expect(await eventually { server.statistics.inFlight == 20 })
            group.addTask {
                await server.drain(deadline: .seconds(5))
                return nil
            }
            #expect(await eventually { RawClient(port: port) == nil })
            latch.open()
            return await group.reduce(into: [RawResponse]()) { if let response = $1 { $0.append(response) } }
        }
        #expect(responses.count { $0.status == 200 && $0.fields["connection"]?.lowercased() == "close" } == 20)
        #expect(server.statistics.connections == 0)
    }

    @Test("A request that was on its way on an open connection is answered, and the connection is closed")
    func onItsWay() async throws {
        let server = HTTPServer(configuration: HTTPServerConfiguration(), handler: echo)
        let port = try server.start()
        let client = try #require(RawClient(port: port))
        client.send(get)
        #expect(client.response()?.fields["connection"]?.lowercased() != "close")
        async let drained: Void = server.drain(deadline: .seconds(5))
        #expect(await eventually { RawClient(port: port) == nil })
        client.send(get)
        let response = client.response()
        #expect(response?.status == 200)
        #expect(response?.fields["connection"]?.lowercased() == "close")
        #expect(client.isClosed())
        await drained
    }

    @Test("Who sends nothing more does not hold up the stop for long")
    func silent() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.lingerMilliseconds = 50
        let server = HTTPServer(configuration: configuration, handler: echo)
        let port = try server.start()
        let client = try #require(RawClient(port: port))
        await server.drain(deadline: .seconds(60))
        #expect(client.isClosed())
    }

    @Test("Work that does not finish by the deadline gets a 503, and may finish later without harm")
    func deadline() async throws {
        let latch = Latch()
        let finished = Atomic(false)
        let server = HTTPServer(configuration: HTTPServerConfiguration()) { _ in
            .later {
                await latch.wait()
                finished.store(true, ordering: .releasing)
                return HTTPResponse(status: 200)
            }
        }
        let port = try server.start()
        async let answer = exchange(port, get)
        #expect(await eventually { server.statistics.inFlight == 1 })
        await server.drain(deadline: .milliseconds(50))
        #expect(await answer.response?.status == 503)
        latch.open()
        #expect(await eventually { finished.load(ordering: .acquiring) })
    }

    @Test("Draining twice, at once, or before the start returns")
    func repeated() async throws {
        let server = HTTPServer(configuration: HTTPServerConfiguration(), handler: echo)
        await server.drain(deadline: .seconds(5))
        _ = try server.start()
        async let one: Void = server.drain(deadline: .seconds(5))
        async let two: Void = server.drain(deadline: .seconds(5))
        _ = await (one, two)
        await server.drain(deadline: .seconds(5))
        #expect(throws: HTTPServerError.alreadyStarted) { try server.start() }
    }

    @Test("A taken port and an address of somebody else are errors with a name")
    func startErrors() async throws {
        try await withServer { port, _ in
            let configuration = HTTPServerConfiguration(port: port)
            let second = HTTPServer(configuration: configuration, handler: echo)
            #expect(throws: HTTPServerError.addressInUse(address: "127.0.0.1", port: port)) { try second.start() }
        }
        for address in ["192.0.2.1", "localhost", "", "127.0.0.1\0x"] {
            let server = HTTPServer(configuration: HTTPServerConfiguration(address: address), handler: echo)
            #expect(throws: HTTPServerError.badAddress(address)) { try server.start() }
        }
    }

    @Test("One thread is enough, and `::` takes IPv4 too", arguments: [("127.0.0.1", 1), ("::", 2)])
    func threads(_ address: String, _ threads: Int) async throws {
        let peers = Lock<[PeerAddress]>([])
        let handler: HTTPHandler = { request in
            peers.withLock { $0.append(request.peer) }
            return .now(HTTPResponse(status: 200))
        }
        let configure: (inout HTTPServerConfiguration) -> Void = {
            $0.address = address
            $0.threads = threads
        }
        try await withServer(configure, handler: handler) { port, _ in
            #expect(await exchange(port, get).response?.status == 200)
        }
        #expect(peers.withLock { $0 }.allSatisfy { $0 == .loopback && $0.isLoopback && $0.text == "127.0.0.1" })
    }
}

internal import CMicroHTTPD
internal import HTTP
internal import Synchronization

/// What the library's callbacks, later answers and the caretaker thread share.
final class ServerCore: Sendable {
    let configuration: HTTPServerConfiguration
    let registry: ConnectionRegistry
    let caretaker = Caretaker()
    let counters = Counters()
    private let handler: HTTPHandler
    private let throttle = LogThrottle()

    /// Answers carry `Connection: close` from now on.
    let isDraining = Atomic(false)
    /// No later answers are begun any more.
    let isClosed = Atomic(false)

    init(configuration: HTTPServerConfiguration, handler: @escaping HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
        registry = ConnectionRegistry(
            maximum: configuration.maximumConnections, maximumPerClient: configuration.maximumConnectionsPerAddress)
    }

    var statistics: HTTPServerStatistics {
        var figures = counters.statistics
        figures.connections = registry.count
        return figures
    }

    func log(_ line: String) {
        if let line = throttle.admit(line, now: Clock.milliseconds) { configuration.log(line) }
    }

    // MARK: Connections

    private func isExempt(_ peer: PeerAddress) -> Bool { configuration.trustedPeers.contains { $0.contains(peer) } }

    func admits(_ peer: PeerAddress) -> Bool {
        if registry.admits(peer, isExempt: isExempt(peer)) { return true }
        counters.refusedConnections.add(1, ordering: .relaxed)
        return false
    }

    func open(descriptor: Int32, peer: PeerAddress) -> Connection {
        let connection = Connection(descriptor: descriptor, peer: peer, isExempt: isExempt(peer))
        registry.add(connection)
        return connection
    }

    func close(_ connection: Connection) { registry.remove(connection) }

    // MARK: One request, in the order of the library's calls

    /// The head is there: the gate decides.
    func begin(_ connection: Connection, _ handle: OpaquePointer, method: String, version: String) -> MHD_Result {
        counters.requests.add(1, ordering: .relaxed)
        connection.enter(.receiving)
        connection.exchange.id = configuration.requestID()
        var head = RequestHead()
        head.read(from: handle)
        let target = RequestTarget(connection.exchange.rawTarget)
        if let reason = head.gate.fault(method: method, version: version, target: target, headers: head.headers) {
            return refuse(connection, handle, .malformed(reason: reason))
        }
        guard head.gate.contentLength <= configuration.maximumBody else {
            return refuse(connection, handle, .bodyTooLarge)
        }
        connection.exchange.method = method
        connection.exchange.target = target
        connection.exchange.headers = head.headers
        connection.exchange.body.reserveCapacity(head.gate.contentLength)
        connection.exchange.stage = .receiving
        return .YES
    }

    /// A part of the body. The library cannot answer here, so what is too much is thrown away, for a while.
    func receive(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        let room = configuration.maximumBody - connection.exchange.body.count
        if connection.exchange.discarded == 0, bytes.count <= room {
            connection.exchange.body.append(contentsOf: bytes)
            return .YES
        }
        connection.exchange.discarded += bytes.count
        return connection.exchange.discarded <= 4 * configuration.maximumBody ? .YES : .NO
    }

    /// The request is whole: the handler decides.
    func complete(_ connection: Connection, _ handle: OpaquePointer) -> MHD_Result {
        guard connection.exchange.discarded == 0, let request = connection.takeRequest() else {
            return refuse(connection, handle, .bodyTooLarge)
        }
        connection.enter(.handling)
        switch handler(request) {
        case .now(let response): return send(connection, handle, response)
        case .later(let work): return suspend(connection, handle, work)
        }
    }

    /// The answer of a connection that slept.
    func wake(_ connection: Connection, _ handle: OpaquePointer) -> MHD_Result {
        guard let response = connection.takeAnswer() else { return .NO }
        return send(connection, handle, response)
    }

    private func suspend(
        _ connection: Connection, _ handle: OpaquePointer, _ work: @escaping @Sendable () async -> HTTPResponse
    ) -> MHD_Result {
        // Added before `isClosed` is read: the caretaker closes first and then waits for zero, so one sees the other.
        let running = counters.inFlight.add(1, ordering: .sequentiallyConsistent).newValue
        guard running <= configuration.maximumInFlight, !isClosed.load(ordering: .sequentiallyConsistent) else {
            counters.inFlight.subtract(1, ordering: .sequentiallyConsistent)
            counters.refusedBusy.add(1, ordering: .relaxed)
            return send(connection, handle, configuration.refusal(.busy, connection.exchange.id))
        }
        connection.exchange.stage = .waiting
        MHD_suspend_connection(handle)
        connection.expectAnswer(handle: handle)
        let request = connection.exchange.number
        Task { self.deliver(await work(), to: connection, request: request) }
        return .YES
    }

    /// Wakes a sleeping connection with its answer; does nothing if the caretaker was faster. A nil request means any.
    func deliver(_ response: HTTPResponse, to connection: Connection, request: UInt64?) {
        guard let handle = connection.deliver(response, request: request) else { return }
        MHD_resume_connection(handle)
        // Only now: at zero the caretaker stops the library, and the handle is gone.
        counters.inFlight.subtract(1, ordering: .sequentiallyConsistent)
    }

    private func refuse(_ connection: Connection, _ handle: OpaquePointer, _ refusal: HTTPRefusal) -> MHD_Result {
        counters.refusedRequests.add(1, ordering: .relaxed)
        var response = configuration.refusal(refusal, connection.exchange.id)
        response.closesConnection = true
        return send(connection, handle, response)
    }

    private func send(_ connection: Connection, _ handle: OpaquePointer, _ response: HTTPResponse) -> MHD_Result {
        let id = connection.exchange.id
        let closing = response.closesConnection || isDraining.load(ordering: .relaxed)
        var status = response.status
        var object = ResponseWriter.make(response, requestID: id, closing: closing)
        if object == nil {
            let replacement = configuration.refusal(.unwritable, id)
            status = replacement.status
            object = ResponseWriter.make(replacement, requestID: id, closing: closing)
        }
        guard let object else { return .NO }
        defer { MHD_destroy_response(object) }
        connection.exchange.stage = .answered
        connection.enter(.sending)
        return MHD_queue_response(handle, UInt32(status), object)
    }
}

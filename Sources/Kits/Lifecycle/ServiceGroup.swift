/// One thing that is started and stopped: a listener, the store, a background task.
package struct Service: Sendable {
    /// The name, for logs.
    package let name: String
    /// Makes it run; returns when it does.
    package let start: @Sendable () async throws -> Void
    /// Makes it end; returns when it has.
    package let stop: @Sendable () async -> Void

    /// A service of two closures.
    package init(
        _ name: String, start: @escaping @Sendable () async throws -> Void,
        stop: @escaping @Sendable () async -> Void = {}
    ) {
        self.name = name
        self.start = start
        self.stop = stop
    }
}

/// Starts services in order and stops those that run in reverse order.
package actor ServiceGroup {
    private let services: [Service]
    private let stopLimit: Duration
    private let report: @Sendable (String) -> Void
    private var running: [Service] = []

    /// `stopLimit` is what one service may take to stop before the next is stopped beside it; `report` gets one line
    /// for each service that takes longer.
    package init(
        _ services: [Service], stopLimit: Duration = .seconds(30),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.services = services
        self.stopLimit = stopLimit
        self.report = report
    }

    /// Starts all. If one fails, those before it are stopped again and its error is thrown.
    package func start() async throws {
        for service in services {
            do {
                try await service.start()
            } catch {
                await stop()
                throw error
            }
            running.append(service)
        }
    }

    /// Stops what runs, the last first. A second call while the first is at work stops nothing twice.
    package func stop() async {
        while let service = running.popLast() {
            if await !Self.finishes(service.stop, within: stopLimit) {
                report("\(service.name) did not stop within \(stopLimit); going on without it")
            }
        }
    }

    /// Whether the work was done in time. It is not cancelled: what is half stopped is better left to finish.
    private static func finishes(_ work: @escaping @Sendable () async -> Void, within limit: Duration) async -> Bool {
        let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
        Task {
            await work()
            outcome.yield(true)
        }
        let timer = Task {
            if (try? await Task.sleep(for: limit)) != nil { outcome.yield(false) }
        }
        defer { timer.cancel() }
        return await outcomes.first { _ in true } ?? true
    }
}

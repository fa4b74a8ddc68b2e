internal import Synchronization

/// The server's running figures.
final class Counters: Sendable {
    let inFlight = Atomic(0)
    let requests = Atomic(0)
    let refusedRequests = Atomic(0)
    let refusedBusy = Atomic(0)
    let refusedConnections = Atomic(0)
    let swept = Atomic(0)

    /// All figures but the number of connections.
    var statistics: HTTPServerStatistics {
        var figures = HTTPServerStatistics()
        figures.inFlight = inFlight.load(ordering: .relaxed)
        figures.requests = requests.load(ordering: .relaxed)
        figures.refusedRequests = refusedRequests.load(ordering: .relaxed)
        figures.refusedBusy = refusedBusy.load(ordering: .relaxed)
        figures.refusedConnections = refusedConnections.load(ordering: .relaxed)
        figures.sweptConnections = swept.load(ordering: .relaxed)
        return figures
    }
}

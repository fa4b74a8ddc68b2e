/// Figures of a server since its start.
package struct HTTPServerStatistics: Sendable, Equatable {
    /// Answers being worked on now.
    package var inFlight = 0
    /// Connections open now.
    package var connections = 0
    /// Requests that reached the gate.
    package var requests = 0
    /// Requests the gate refused (400 and 413).
    package var refusedRequests = 0
    /// Requests refused because too many were in flight (503).
    package var refusedBusy = 0
    /// Connections closed at once because too many were open.
    package var refusedConnections = 0
    /// Connections cut because a request or its answer took too long.
    package var sweptConnections = 0
}

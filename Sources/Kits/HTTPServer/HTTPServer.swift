package import HTTP

/// An HTTP/1.1 server over libmicrohttpd.
package final class HTTPServer: Sendable {
    /// A server that is not yet listening.
    package init(configuration: HTTPServerConfiguration, handler: @escaping HTTPHandler) {}

    /// Listens and answers; returns the port.
    package func start() throws(HTTPServerError) -> UInt16 { throw .library }

    /// Takes no new connections, lets running requests finish until the deadline, stops.
    package func drain(deadline: Duration) async {}

    /// Figures for metrics.
    package var statistics: HTTPServerStatistics { HTTPServerStatistics() }
}

package import HTTP

/// An HTTP/1.1 server over libmicrohttpd: epoll on a few threads, one handler call for a request with its whole body.
///
/// What the library lets through but two readers could understand differently is refused before the handler
/// (`RequestGate`). TLS and HTTP/2 are the business of a proxy in front. A server that was started runs until it is
/// drained, also when nobody holds a reference to it any more.
package final class HTTPServer: Sendable {
    private let core: ServerCore

    /// A server that does not listen yet.
    package init(configuration: HTTPServerConfiguration, handler: @escaping HTTPHandler) {
        core = ServerCore(configuration: configuration, handler: handler)
    }

    /// Listens and answers from now on; returns the port, which the system chose if it was 0.
    package func start() throws(HTTPServerError) -> UInt16 {
        let socket = try ListeningSocket.open(address: core.configuration.address, port: core.configuration.port)
        do throws(HTTPServerError) {
            try core.start(listeningOn: socket.descriptor)
        } catch {
            ListeningSocket.close(socket.descriptor)
            throw error
        }
        return socket.port
    }

    /// Takes no new connections, lets running requests finish and stops.
    ///
    /// Answers that are still being worked on at the deadline become 503; what their work returns later is dropped.
    /// Returns when the server has stopped, at most about a second after the deadline.
    package func drain(deadline: Duration) async {
        await withCheckedContinuation { core.stop(within: deadline, then: $0) }
    }

    /// Figures for metrics.
    package var statistics: HTTPServerStatistics { core.statistics }
}

/// How a handler answers.
package enum HTTPAnswer: Sendable {
    /// Written at once on the library's thread: for what is ready or takes microseconds.
    case now(HTTPResponse)
    /// The connection sleeps while one task works; above the server's bound of such work, the client gets a 503.
    case later(@Sendable () async -> HTTPResponse)
}

/// Decides a request. Called on the server's own threads with the whole body: it must not wait for anything.
package typealias HTTPHandler = @Sendable (HTTPRequest) -> HTTPAnswer

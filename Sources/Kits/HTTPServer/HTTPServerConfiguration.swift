package import HTTP

/// Where a server listens and what it allows. All limits have defaults that suit an identity service.
package struct HTTPServerConfiguration: Sendable {
    /// The address to listen on: IPv4 or IPv6 as numbers; `::` takes both.
    package var address: String
    /// The port; 0 lets the system choose.
    package var port: UInt16
    /// The number of threads of the library, each with its own epoll.
    package var threads: Int
    /// The largest body in bytes; above it 413.
    package var maximumBody = 65_536
    /// How many answers may be worked on at the same time; above it 503.
    package var maximumInFlight = 512
    /// How many connections may be open at the same time; above it new ones are closed at once.
    package var maximumConnections = 2_048
    /// How many connections one address (for IPv6: one /64) may have open; trusted peers are exempt.
    package var maximumConnectionsPerAddress = 64
    /// After how many seconds without a byte a connection is closed.
    package var idleSeconds: UInt32 = 15
    /// How many seconds receiving a request, and again sending its answer, may take in all.
    package var totalSeconds: UInt32 = 30
    /// How long, when draining, open connections may still send a request, which is answered and closes the connection.
    package var lingerMilliseconds: UInt64 = 1_000
    /// Memory of one connection for header and response head, in bytes; larger headers get 431.
    package var connectionMemory = 32_768
    /// The proxies in front: exempt from the limit per address.
    package var trustedPeers: [NetworkPrefix] = []
    /// Makes the id of each request: 22 characters, called on the library's threads.
    package var requestID: @Sendable () -> String
    /// Writes the server's own refusals.
    package var refusal: @Sendable (HTTPRefusal, _ requestID: String) -> HTTPResponse = { $0.problem(requestID: $1) }
    /// Takes what the library complains about, already cleaned and rate-limited.
    package var log: @Sendable (String) -> Void = { _ in }

    /// A configuration with default limits; request ids are random.
    package init(address: String = "127.0.0.1", port: UInt16 = 0, threads: Int = 2) {
        self.address = address
        self.port = port
        self.threads = threads
        let ids = RequestIDs()
        requestID = { ids.next() }
    }
}

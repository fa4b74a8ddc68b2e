import Foundation
import Glibc

/// Why a request of the test client brought no answer.
package enum HTTPTestError: Error, Equatable {
    /// Nothing listens on the port.
    case noConnection
    /// The connection ended, or stayed silent too long, before an answer was whole.
    case noAnswer
    /// What came is no HTTP/1.1 response, or its length is not what it says.
    case malformed(String)
}

/// A small HTTP/1.1 client over loopback: a connection for each request, on a thread of its own, so that Swift's own
/// threads never wait. Every request ends within a time.
package struct HTTPTestClient: Sendable {
    /// The server's port on 127.0.0.1.
    package let port: UInt16
    private let seconds: Int

    /// A client of one server.
    package init(port: UInt16, seconds: Int = 60) {
        self.port = port
        self.seconds = seconds
    }

    /// Sends a request and reads its answer.
    package func send(_ request: HTTPTestRequest) async throws -> HTTPTestAnswer {
        try await send(request.bytes, isHead: request.method == "HEAD")
    }

    /// Sends bytes as they are and reads one answer.
    package func send(_ bytes: [UInt8], isHead: Bool = false) async throws -> HTTPTestAnswer {
        let received = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(bytes) }) }
        }
        return try HTTPTestAnswer(received, isHead: isHead)
    }

    /// Sends bytes as they are and ends the connection without reading.
    package func sendAndLeave(_ bytes: [UInt8]) async throws {
        _ = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(bytes, reads: false) }) }
        }
    }

    /// Blocking: all that comes until the server ends the connection.
    private func exchange(_ bytes: [UInt8], reads: Bool = true) throws -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw HTTPTestError.noConnection }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        try connect(descriptor)
        let deadline = ContinuousClock.now + .seconds(seconds)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // A server may refuse and close before it has read everything; its answer is still to be read.
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        guard reads else { return [] }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while received.count < 4_194_304 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET && !received.isEmpty) { return received }
            guard count > 0, ContinuousClock.now < deadline else { throw HTTPTestError.noAnswer }
            received += buffer[..<count]
        }
        throw HTTPTestError.malformed("more than 4 MiB")
    }

    private func connect(_ descriptor: Int32) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw HTTPTestError.noConnection }
    }
}

/// A request as the test client writes it. `Host` and `Content-Length` are added, and the connection ends after it.
package struct HTTPTestRequest: Sendable {
    /// The method.
    package var method: String
    /// Path and query, as they go out.
    package var target: String
    /// The `Host` field.
    package var host: String
    /// Further header fields.
    package var headers: [(name: String, value: String)]
    /// The body; nil sends no `Content-Length`.
    package var body: [UInt8]?

    /// A request from its parts.
    package init(
        _ method: String, _ target: String, host: String, headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.target = target
        self.host = host
        self.headers = headers
        self.body = body
    }

    var bytes: [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (body ?? [])
    }
}

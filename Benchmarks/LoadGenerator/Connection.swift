import Glibc

/// One keep-alive HTTP/1.1 connection over loopback, used by one thread. Blocking, because that is all a generator of
/// load needs.
final class Connection {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "socket: \(errno)") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(description: "connect: \(errno)") }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends one POST and returns status and body.
    func post(_ path: String, host: String, headers: String, body: [UInt8]) throws -> (status: Int, body: [UInt8]) {
        let head = "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body.count)\r\n\(headers)\r\n"
        try send(Array(head.utf8) + body)
        return try receive()
    }

    private func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    private func receive() throws -> (status: Int, body: [UInt8]) {
        let mark: [UInt8] = [13, 10, 13, 10]
        var end = buffer.firstRange(of: mark)
        while end == nil {
            try fill()
            end = buffer.firstRange(of: mark)
        }
        guard let end else { throw Failure(description: "no head") }
        let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        let lines = head.split(separator: "\r\n")
        let status = lines.first.flatMap { Int($0.dropFirst(9).prefix(3)) } ?? 0
        let length =
            lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).filter { $0 != " " }) } ?? 0
        while buffer.count < end.upperBound + length { try fill() }
        let body = Array(buffer[end.upperBound..<(end.upperBound + length)])
        buffer.removeFirst(end.upperBound + length)
        return (status, body)
    }

    private func fill() throws {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { throw Failure(description: "the server closed the connection (\(count), \(errno))") }
        buffer += chunk[..<count]
    }
}

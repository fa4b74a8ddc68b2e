import Foundation
import Glibc

/// A client that sends exactly the bytes it is given. Blocking: it is used on threads of its own (`onThread`), because
/// tests run on the same few threads that later answers need.
final class RawClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init?(port: UInt16, seconds: Int = 60) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { return nil }
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Returns whether the system took all bytes.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = Glibc.send(descriptor, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// The next response; nil if the connection ends or stays silent first.
    func response(hasBody: Bool = true) -> RawResponse? {
        while true {
            if let response = RawResponse(&buffer, hasBody: hasBody) { return response }
            guard receive() else { return nil }
        }
    }

    /// Whether the server ends the connection without sending more.
    func isClosed() -> Bool {
        buffer.isEmpty && !receive() && !isSilent
    }

    private var isSilent = false

    private func receive() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else {
            isSilent = count < 0 && errno != ECONNRESET
            return false
        }
        buffer.append(contentsOf: bytes[..<count])
        return true
    }
}

/// A response as it stood on the wire.
struct RawResponse: Sendable {
    let status: Int
    let fields: [String: String]
    let body: String

    /// Takes one whole response off the buffer.
    init?(_ buffer: inout [UInt8], hasBody: Bool) {
        let text = String(decoding: buffer, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { fields[parts[0].lowercased()] = parts[1] }
        }
        self.fields = fields
        let size = hasBody ? Int(fields["content-length"] ?? "0") ?? 0 : 0
        let head = text[..<end.upperBound].utf8.count
        guard buffer.count >= head + size else { return nil }
        body = String(decoding: buffer[head..<(head + size)], as: UTF8.self)
        buffer.removeFirst(head + size)
    }
}

/// Runs blocking code on a thread of its own.
func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// Asks every 10 ms, for at most a minute.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<6000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return condition()
}

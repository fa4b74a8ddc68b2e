internal import CMicroHTTPD
internal import HTTP

/// The header fields of a request, read in one pass that also feeds the gate.
struct RequestHead {
    var headers = HTTPHeaders()
    var gate = RequestGate()

    /// Copies all fields out of the library's memory.
    mutating func read(from handle: OpaquePointer) {
        headers.reserve(fields: 16, bytes: 512)
        withUnsafeMutablePointer(to: &self) {
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, takeField, $0)
        }
    }
}

private func takeField(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    guard let head = context?.assumingMemoryBound(to: RequestHead.self) else { return .NO }
    let name = UnsafeRawBufferPointer(start: name, count: nameSize)
    let value = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
    head.pointee.headers.add(name: name, value: value)
    head.pointee.gate.see(name: name, value: value)
    return .YES
}

extension Connection {
    /// The whole request, once: the connection keeps none of it.
    func takeRequest() -> HTTPRequest? {
        guard let target = exchange.target else { return nil }
        let request = HTTPRequest(
            id: exchange.id, method: exchange.method, target: target.text, origin: target.origin,
            headers: exchange.headers, body: exchange.body, peer: peer)
        exchange.end()
        return request
    }
}

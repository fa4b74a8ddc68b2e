internal import CMicroHTTPD
internal import HTTP

/// Makes the library's response objects.
enum ResponseWriter {
    /// A response the caller queues and destroys; nil if it cannot be written.
    static func make(_ response: HTTPResponse, requestID: String, closing: Bool) -> OpaquePointer? {
        guard (200...599).contains(response.status), response.headers.isWellFormed,
            let handle = body(response.status == 204 || response.status == 304 ? .bytes([]) : response.body)
        else { return nil }
        let isComplete =
            // The library knows no fields without value; leaving one out says the same.
            response.headers.forEachCString { $1.pointee == 0 || MHD_add_response_header(handle, $0, $1) == .YES }
            && MHD_add_response_header(handle, "X-Request-Id", requestID) == .YES
            && (!closing || MHD_add_response_header(handle, "Connection", "close") == .YES)
        if isComplete { return handle }
        MHD_destroy_response(handle)
        return nil
    }

    private static func body(_ body: HTTPBody) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            return bytes.withUnsafeBytes {
                MHD_create_response_from_buffer(
                    $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .prepared(let prepared):
            // One retain here, one release when the library has sent the last byte of this response.
            let owner = Unmanaged.passRetained(prepared)
            let handle = MHD_create_response_from_buffer_with_free_callback_cls(
                prepared.count, UnsafeMutableRawPointer(mutating: prepared.unsafeMemory.baseAddress), releasePrepared,
                owner.toOpaque())
            if handle == nil { owner.release() }
            return handle
        }
    }
}

private func releasePrepared(_ owner: UnsafeMutableRawPointer?) {
    guard let owner else { return }
    Unmanaged<PreparedBody>.fromOpaque(owner).release()
}

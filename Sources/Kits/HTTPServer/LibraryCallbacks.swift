internal import CMicroHTTPD
internal import Glibc
internal import HTTP

// The functions libmicrohttpd calls, on its own threads. `context` is the `ServerCore`, which is retained from start to
// stop; a connection is retained by its socket context from STARTED to CLOSED.

private func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
    context.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
}

private func connection(_ handle: OpaquePointer?) -> Connection? {
    handle.flatMap(gatehouse_http_context).map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}

func libraryAccepts(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ size: socklen_t
) -> MHD_Result {
    guard let core = core(context), let peer = PeerAddress(address) else { return .NO }
    return core.admits(peer) ? .YES : .NO
}

func libraryNotesConnection(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
    guard let core = core(context), let handle, let slot else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
        guard let peer = PeerAddress(gatehouse_http_peer(handle)) else { return }
        let connection = core.open(descriptor: gatehouse_http_socket(handle), peer: peer)
        slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let opaque = slot.pointee {
        slot.pointee = nil
        core.close(Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue())
    }
}

/// The only place where the target is seen before the library takes it apart.
func libraryReadsTarget(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target else { return nil }
    connection(handle)?.exchange.begin(rawTarget: UnsafeRawBufferPointer(start: target, count: strlen(target)))
    return nil
}

/// Nothing is unescaped: paths and queries are matched as they came.
func libraryUnescapes(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}

func libraryHandles(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let core = core(context), let handle, let connection = connection(handle), let method, let version,
        let uploadSize
    else { return .NO }
    switch connection.exchange.stage {
    case .fresh:
        return core.begin(connection, handle, method: String(cString: method), version: String(cString: version))
    case .receiving where uploadSize.pointee > 0:
        let bytes = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
        uploadSize.pointee = 0
        return core.receive(connection, bytes)
    case .receiving: return core.complete(connection, handle)
    case .waiting: return core.wake(connection, handle)
    case .answered: return .NO
    }
}

func libraryNotesCompletion(
    _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let connection = connection(handle) else { return }
    connection.exchange.end()
    connection.enter(.idle)
}

func libraryLogs(_ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) {
    guard let core = core(context), let format, let arguments else { return }
    let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> [UInt8] in
        let size = vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
        return buffer.prefix(max(0, min(Int(size), buffer.count - 1))).map(UInt8.init(bitPattern:))
    }
    // Parts of requests may stand in it: nothing but printable ASCII reaches a log.
    let clean = line.map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: " ") }
    core.log(String(decoding: clean, as: UTF8.self))
}

extension PeerAddress {
    fileprivate init?(_ address: UnsafePointer<sockaddr>?) {
        guard let address else { return nil }
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let name = raw.loadUnaligned(as: sockaddr_in.self)
            self.init(ipv4: UInt32(bigEndian: name.sin_addr.s_addr))
        case AF_INET6:
            // The address stands 8 bytes into `sockaddr_in6`.
            self.init(
                ipv6: UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
        default: return nil
        }
    }
}

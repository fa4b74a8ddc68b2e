internal import Glibc

/// Makes the socket the library listens on: with our own, port 0 works and a taken port is an error with a name.
enum ListeningSocket {
    /// A listening socket and the port it got.
    static func open(address: String, port: UInt16) throws(HTTPServerError) -> (descriptor: Int32, port: UInt16) {
        guard !address.utf8.contains(0), let name = SocketName(address: address, port: port) else {
            throw .badAddress(address)
        }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(name.family, type, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", errno: errno) }
        do throws(HTTPServerError) {
            set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            // One socket for both families when it is `::`; any other IPv6 address is only itself.
            if name.family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
            try bind(descriptor, name, address: address, port: port)
            guard listen(descriptor, 1024) == 0 else { throw .system(call: "listen", errno: errno) }
            return (descriptor, try SocketName.port(of: descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Closes a descriptor.
    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func bind(
        _ descriptor: Int32, _ name: SocketName, address: String, port: UInt16
    ) throws(HTTPServerError) {
        guard name.withSocketAddress({ Glibc.bind(descriptor, $0, $1) }) != 0 else { return }
        switch errno {
        case EADDRINUSE: throw .addressInUse(address: address, port: port)
        case EACCES, EPERM: throw .notPermitted(address: address, port: port)
        case EADDRNOTAVAIL: throw .badAddress(address)
        default: throw .system(call: "bind", errno: errno)
        }
    }
}

/// An address with a port as the system wants it.
private struct SocketName {
    private var storage = sockaddr_storage()
    private let size: socklen_t
    let family: Int32

    init?(address: String, port: UInt16) {
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
            (family, size) = (AF_INET, socklen_t(MemoryLayout<sockaddr_in>.size))
        } else if inet_pton(AF_INET6, address, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
            (family, size) = (AF_INET6, socklen_t(MemoryLayout<sockaddr_in6>.size))
        } else {
            return nil
        }
    }

    func withSocketAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }

    /// The port a bound socket has; it stands at the same place for both families.
    static func port(of descriptor: Int32) throws(HTTPServerError) -> UInt16 {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard result == 0 else { throw .system(call: "getsockname", errno: errno) }
        return withUnsafeBytes(of: storage) {
            UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        }
    }
}

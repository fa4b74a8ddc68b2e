internal import Glibc

/// The address of the other end of a connection, or one that a trusted proxy reported: IPv4 or IPv6, without port.
///
/// IPv4 addresses mapped into IPv6 (`::ffff:192.0.2.1`) become IPv4, so that one client has one address whichever
/// socket it reached.
package struct PeerAddress: Sendable, Hashable {
    /// The upper 64 bits of the IPv6 address; zero for IPv4.
    let high: UInt64
    /// The lower 64 bits of the IPv6 address, or the IPv4 address.
    let low: UInt64
    /// Whether this is an IPv4 address.
    package let isIPv4: Bool

    /// `127.0.0.1`.
    package static let loopback = PeerAddress(ipv4: 0x7f00_0001)

    /// An IPv4 address as a number, `127.0.0.1` being `0x7f000001`.
    package init(ipv4: UInt32) {
        high = 0
        low = UInt64(ipv4)
        isIPv4 = true
    }

    /// An IPv6 address as two numbers, first half first.
    package init(ipv6 high: UInt64, _ low: UInt64) {
        let isMapped = high == 0 && low >> 32 == 0xffff
        self.high = high
        self.low = isMapped ? low & 0xffff_ffff : low
        isIPv4 = isMapped
    }

    /// Reads the usual spelling (four decimal numbers, or RFC 4291): no port, brackets, zone or leading zeros.
    package init?(_ text: String) {
        // The C functions stop at a zero byte, so what may stand in an address is checked first.
        guard (2...45).contains(text.utf8.count),
            text.utf8.allSatisfy({
                HTTPBytes.hexadecimal($0) != nil || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":")
            })
        else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(ipv4: UInt32(bigEndian: four.s_addr))
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            let halves = withUnsafeBytes(of: six) {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            self.init(ipv6: UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
        } else {
            return nil
        }
    }

    /// Whether the address is this machine's own (`127.0.0.0/8` or `::1`).
    package var isLoopback: Bool { isIPv4 ? low >> 24 == 127 : high == 0 && low == 1 }

    /// What one client is likely to own and so is counted as one: the address itself, for IPv6 its /64.
    package var clientKey: PeerAddress { isIPv4 ? self : PeerAddress(ipv6: high, 0) }

    /// The usual spelling, for IPv6 as RFC 5952 has it.
    package var text: String {
        if isIPv4 { return "\(low >> 24).\(low >> 16 & 255).\(low >> 8 & 255).\(low & 255)" }
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) {
            $0.storeBytes(of: high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else { return "::" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

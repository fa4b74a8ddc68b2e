/// A range of addresses in CIDR notation: which peers are trusted proxies.
package struct NetworkPrefix: Sendable, Hashable {
    private let address: PeerAddress
    private let length: UInt64

    /// Reads `192.0.2.0/24`, `2001:db8::/32`, or a single address.
    ///
    /// Nil for anything else, for bits set behind the prefix (`192.0.2.1/24` is more likely a slip than a wish), and
    /// for IPv4 ranges spelled in IPv6.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = PeerAddress(String(first)) else { return nil }
        let width: UInt64 = address.isIPv4 ? 32 : 128
        self.address = address
        if parts.count == 2, let text = parts.last {
            let isNumber = (1...3).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isNumber, text == "0" || !text.hasPrefix("0"), let length = UInt64(text), length <= width,
                !address.isIPv4 || !first.contains(":")
            else { return nil }
            self.length = length
        } else {
            length = width
        }
        guard Self.bits(of: address, length) == (address.high, address.low) else { return nil }
    }

    /// Whether the address lies in this range; IPv4 addresses lie in no IPv6 range.
    package func contains(_ other: PeerAddress) -> Bool {
        other.isIPv4 == address.isIPv4 && Self.bits(of: other, length) == (address.high, address.low)
    }

    private static func bits(of address: PeerAddress, _ length: UInt64) -> (UInt64, UInt64) {
        if address.isIPv4 { return (0, address.low & mask(length) >> 32) }
        return (address.high & mask(length), address.low & mask(length > 64 ? length - 64 : 0))
    }

    /// The uppermost bits of a 64-bit number set; smart shifts take 64 and more.
    private static func mask(_ length: UInt64) -> UInt64 { length == 0 ? 0 : ~UInt64(0) << (64 - min(length, 64)) }
}

package import FoundationEssentials

/// A time-ordered identifier (RFC 9562 section 5.7) for rows that only the gateway sees; it tells when it was made, so
/// it never goes out.
package struct UUIDv7: Sendable, Hashable {
    /// The 16 bytes in network order.
    package let bytes: [UInt8]

    /// An identifier of `now` in milliseconds and 74 bits of `random` (ten bytes; missing ones count as zero). Times
    /// before 1970 or after 10889 are clamped.
    package init(now: Date, random: [UInt8]) {
        let limit = Double(UInt64(1) << 48 - 1)
        let clamped = min(max((now.timeIntervalSince1970 * 1000).rounded(.down), 0), limit)
        let milliseconds = UInt64(exactly: clamped) ?? 0
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> UInt64(40 - 8 * $0)) }
        var tail = Array(random.prefix(10))
        while tail.count < 10 { tail.append(0) }
        tail[0] = tail[0] & 0x0F | 0x70
        tail[2] = tail[2] & 0x3F | 0x80
        bytes.append(contentsOf: tail)
        self.bytes = bytes
    }

    /// The usual form: 8-4-4-4-12 lower-case hexadecimal digits.
    package var text: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += Hex.encode([byte])
        }
        return text
    }
}

/// RFC 4648 with one spelling for each value: bytes of an alphabet, padded or not, unused trailing bits zero.
///
/// Foundation's decoder takes several spellings of one value, so a signed or compared string could differ from what it
/// decodes to.
struct Base64Codec: Sendable {
    private let alphabet: [UInt8]
    private let values: [UInt8]
    private let isPadded: Bool

    private static let invalid: UInt8 = 0xFF
    private static let pad = UInt8(ascii: "=")

    init(last: (UInt8, UInt8), isPadded: Bool) {
        let alphabet =
            Array(UInt8(ascii: "A")...UInt8(ascii: "Z")) + Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
            + Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + [last.0, last.1]
        var values = [UInt8](repeating: Self.invalid, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        self.alphabet = alphabet
        self.values = values
        self.isPadded = isPadded
    }

    func encode(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                output.append(alphabet[Int(bits >> UInt32(count) & 0x3F)])
            }
        }
        if count > 0 { output.append(alphabet[Int(bits << UInt32(6 - count) & 0x3F)]) }
        while isPadded && output.count % 4 != 0 { output.append(Self.pad) }
        return String(decoding: output, as: UTF8.self)
    }

    func decode(_ text: String) -> [UInt8]? {
        var characters = Array(text.utf8)
        if isPadded {
            guard characters.count % 4 == 0 else { return nil }
            for _ in 0..<2 where characters.last == Self.pad { characters.removeLast() }
        }
        guard characters.count % 4 != 1 else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(characters.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for character in characters {
            let value = values[Int(character)]
            guard value != Self.invalid else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        let unused = bits & (UInt32(1) << UInt32(count) &- 1)
        return unused == 0 ? output : nil
    }
}

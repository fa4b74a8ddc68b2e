/// Writes CBOR in the shortest form with definite lengths (CTAP2's canonical form, but for the order of map keys, which
/// stays as given).
package enum CBORWriter {
    /// The bytes of the item.
    package static func encode(_ item: CBORItem) -> [UInt8] {
        var bytes: [UInt8] = []
        write(item, to: &bytes)
        return bytes
    }

    /// The first bytes of an item: major type 0...7 and its argument.
    package static func head(_ majorType: UInt8, _ argument: UInt64) -> [UInt8] {
        let initial = majorType << 5
        switch argument {
        case ..<24: return [initial | UInt8(argument)]
        case ..<0x100: return [initial | 24] + bigEndian(argument, 1)
        case ..<0x1_0000: return [initial | 25] + bigEndian(argument, 2)
        case ..<0x1_0000_0000: return [initial | 26] + bigEndian(argument, 4)
        default: return [initial | 27] + bigEndian(argument, 8)
        }
    }

    private static func write(_ item: CBORItem, to bytes: inout [UInt8]) {
        switch item {
        case .integer(let value):
            bytes += value >= 0 ? head(0, UInt64(value)) : head(1, UInt64(-1 - value))
        case .bytes(let value): bytes += head(2, UInt64(value.count)) + value
        case .text(let value): bytes += head(3, UInt64(value.utf8.count)) + value.utf8
        case .array(let items):
            bytes += head(4, UInt64(items.count))
            for item in items { write(item, to: &bytes) }
        case .map(let entries):
            bytes += head(5, UInt64(entries.count))
            for entry in entries {
                write(entry.key, to: &bytes)
                write(entry.value, to: &bytes)
            }
        case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        case .raw(let value): bytes += value
        }
    }
}

/// The low `count` bytes of a number, most significant first.
package func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
}

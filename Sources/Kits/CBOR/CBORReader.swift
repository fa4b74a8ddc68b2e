/// A strict reader for untrusted CBOR (RFC 8949): definite lengths only, no tags, no duplicate keys, bounded size and
/// depth.
///
/// Nothing is ever reserved by a declared count: nine bytes that declare 2^63 items have ended other readers'
/// processes. Every declared length is first held against what is left of the input.
package enum CBORReader {
    /// How deep items may nest.
    package static let maxDepth = 16
    /// The largest input that is looked at.
    package static let maxBytes = 65_536

    /// Reads one item that fills all of `bytes`.
    package static func decode(_ bytes: [UInt8]) throws(CBORError) -> CBORValue {
        let (value, end) = try decodeFirst(bytes, from: 0)
        guard end == bytes.count else { throw .trailingBytes }
        return value
    }

    /// Reads one item that begins at `start`, and tells where it ends.
    package static func decodeFirst(
        _ bytes: [UInt8], from start: Int
    ) throws(CBORError) -> (value: CBORValue, end: Int) {
        guard bytes.count <= maxBytes else { throw .tooLarge }
        guard start >= 0, start <= bytes.count else { throw .truncated }
        var cursor = CBORCursor(rest: bytes[start...])
        let value = try cursor.item(depth: 1)
        return (value, cursor.rest.startIndex)
    }
}

/// What is left of the input. It only ever shortens, so no read can run over the end.
private struct CBORCursor {
    var rest: ArraySlice<UInt8>

    /// One item. The recursion ends at `CBORReader.maxDepth`.
    mutating func item(depth: Int) throws(CBORError) -> CBORValue {
        guard depth <= CBORReader.maxDepth else { throw .tooDeep }
        guard let head = rest.popFirst() else { throw .truncated }
        let info = head & 0x1F
        switch head >> 5 {
        case 0: return .unsigned(try argument(info))
        case 1: return .negative(try argument(info))
        case 2: return .bytes(Array(try takeDeclared(info)))
        case 3:
            guard let text = String(validating: try takeDeclared(info), as: UTF8.self) else { throw .invalidText }
            return .text(CBORText(text))
        case 4: return .array(try items(info, depth: depth))
        case 5: return .map(try map(info, depth: depth))
        case 7: return try simple(info)
        default: throw .unsupported
        }
    }

    private mutating func take(_ count: Int) throws(CBORError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw .truncated }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }

    private mutating func takeDeclared(_ info: UInt8) throws(CBORError) -> ArraySlice<UInt8> {
        guard let count = Int(exactly: try argument(info)) else { throw .truncated }
        return try take(count)
    }

    /// The number that follows the head; 28 to 30 are reserved and 31 is an indefinite length.
    private mutating func argument(_ info: UInt8) throws(CBORError) -> UInt64 {
        switch info {
        case 0..<24: return UInt64(info)
        case 24...27: return try take(1 << Int(info - 24)).reduce(0) { $0 << 8 | UInt64($1) }
        default: throw .unsupported
        }
    }

    /// A count of items of at least `size` bytes each, held against what is left.
    private mutating func count(_ info: UInt8, itemSize size: Int) throws(CBORError) -> Int {
        guard let count = Int(exactly: try argument(info)), count <= rest.count / size else { throw .truncated }
        return count
    }

    private mutating func items(_ info: UInt8, depth: Int) throws(CBORError) -> [CBORValue] {
        let count = try count(info, itemSize: 1)
        var items: [CBORValue] = []
        for _ in 0..<count { items.append(try item(depth: depth + 1)) }
        return items
    }

    private mutating func map(_ info: UInt8, depth: Int) throws(CBORError) -> CBORMap {
        let count = try count(info, itemSize: 2)
        var entries: [CBORMap.Entry] = []
        var keys: Set<CBORValue> = []
        for _ in 0..<count {
            let key = try item(depth: depth + 1)
            guard keys.insert(key).inserted else { throw .duplicateKey }
            entries.append(CBORMap.Entry(key: key, value: try item(depth: depth + 1)))
        }
        return CBORMap(entries)
    }

    private mutating func simple(_ info: UInt8) throws(CBORError) -> CBORValue {
        switch info {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23: return .undefined
        case 25: return .float(CBORFloat(Double(Float16(bitPattern: UInt16(truncatingIfNeeded: try argument(info))))))
        case 26: return .float(CBORFloat(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try argument(info))))))
        case 27: return .float(CBORFloat(Double(bitPattern: try argument(info))))
        default: throw .unsupported
        }
    }
}

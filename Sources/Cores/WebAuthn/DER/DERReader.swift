/// Reads the distinguished encoding of X.690 §10, strictly: definite lengths in their shortest form, tag numbers in
/// their shortest form, nothing after the last byte, and bounds on size and depth so that hostile bytes cost little.
package enum DERReader {
    /// The largest input that is looked at; a certificate extension is far smaller.
    package static let maximumBytes = 65_536
    /// How deep elements may nest; Android's key description needs six levels.
    package static let maximumDepth = 16

    /// The one element that the bytes hold.
    package static func parse(_ bytes: [UInt8]) throws(DERError) -> DERValue {
        guard bytes.count <= maximumBytes else { throw .tooLarge }
        var cursor = DERCursor(bytes[...])
        let value = try element(&cursor, depth: 1)
        guard cursor.isAtEnd else { throw .trailingBytes }
        return value
    }

    private static func element(_ cursor: inout DERCursor, depth: Int) throws(DERError) -> DERValue {
        guard depth <= maximumDepth else { throw .tooDeep }
        let (tag, isConstructed) = try cursor.tag()
        let length = try cursor.length()
        let content = try cursor.take(length)
        guard isConstructed else { return DERValue(tag: tag, content: .primitive(Array(content))) }
        var inner = DERCursor(content)
        var children: [DERValue] = []
        while !inner.isAtEnd {
            children.append(try element(&inner, depth: depth + 1))
        }
        return DERValue(tag: tag, content: .constructed(children))
    }
}

/// Why bytes are not DER.
package enum DERError: Error, Sendable, Equatable {
    /// The input ends inside an element.
    case truncated
    /// Bytes follow the element.
    case trailingBytes
    /// A length is indefinite, reserved or longer than it need be.
    case badLength
    /// A tag number is longer than it need be, or beyond 28 bits.
    case badTag
    /// More than `DERReader.maximumBytes`.
    case tooLarge
    /// More than `DERReader.maximumDepth` levels.
    case tooDeep
}

/// A position in bytes from outside. It only ever shortens its slice, so no read can run over the end.
private struct DERCursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() throws(DERError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated }
        return byte
    }

    mutating func take(_ count: Int) throws(DERError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }

    mutating func tag() throws(DERError) -> (tag: DERTag, isConstructed: Bool) {
        let first = try byte()
        guard let tagClass = DERTag.Class(rawValue: first >> 6) else { throw .badTag }
        let isConstructed = first & 0x20 != 0
        var number = UInt32(first & 0x1F)
        if number == 0x1F { number = try longTagNumber() }
        // Tag 0 of the universal class is the end-of-contents mark, which DER never holds.
        guard tagClass != .universal || number != 0 else { throw .badTag }
        return (DERTag(tagClass, number), isConstructed)
    }

    private mutating func longTagNumber() throws(DERError) -> UInt32 {
        var number: UInt32 = 0
        for index in 0..<4 {
            let next = try byte()
            if index == 0 && next == 0x80 { throw .badTag }
            number = number << 7 | UInt32(next & 0x7F)
            if next < 0x80 {
                guard number >= 0x1F else { throw .badTag }
                return number
            }
        }
        throw .badTag
    }

    mutating func length() throws(DERError) -> Int {
        let first = try byte()
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        // Three bytes reach beyond `DERReader.maximumBytes`; 0 is the indefinite form.
        guard (1...3).contains(count) else { throw .badLength }
        var length = 0
        for _ in 0..<count { length = length << 8 | Int(try byte()) }
        let shortest = length < 0x80 ? 0 : (length < 0x100 ? 1 : (length < 0x1_0000 ? 2 : 3))
        guard count == shortest else { throw .badLength }
        return length
    }
}

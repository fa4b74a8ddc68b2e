/// The fields of an `application/x-www-form-urlencoded` body or of a query, strictly read.
///
/// Refused as a whole: bytes that should have been escaped, broken escapes, escaped control bytes, text that is not
/// UTF-8, a field without name, more than 100 fields. Repeated names are kept, because OAuth demands that they be
/// noticed (RFC 6749 section 3.2).
package struct HTTPForm: Sendable {
    /// More fields than any request of ours has.
    package static let maximumFields = 100

    /// The fields in order.
    package let fields: [(name: String, value: String)]

    /// Reads a whole body; nil when it is not well-formed. An empty body is a form without fields.
    package init?(urlEncoded bytes: [UInt8]) {
        self.init(pieces: bytes)
    }

    /// Reads the query of a request target, without its `?`.
    package init?(query: String) {
        self.init(pieces: query.utf8)
    }

    private init?(pieces bytes: some Collection<UInt8>) {
        var fields: [(name: String, value: String)] = []
        if !bytes.isEmpty {
            for piece in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
                let mark = piece.firstIndex(of: UInt8(ascii: "="))
                let rest = mark.map { piece[piece.index(after: $0)...] }
                guard fields.count < Self.maximumFields,
                    let name = Self.decode(piece[..<(mark ?? piece.endIndex)]), !name.utf8.isEmpty,
                    let value = rest.map({ Self.decode($0) }) ?? ""
                else { return nil }
                fields.append((name, value))
            }
        }
        self.fields = fields
    }

    /// The first value of that name, compared byte by byte.
    package subscript(name: String) -> String? {
        fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// All values of that name, in order.
    package func values(of name: String) -> [String] {
        fields.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    /// The first name that occurs more than once.
    package var firstDuplicate: String? {
        var seen: Set<[UInt8]> = []
        return fields.first { !seen.insert(Array($0.name.utf8)).inserted }?.name
    }

    private static func decode(_ text: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(HTTPBytes.hexadecimal),
                    let low = iterator.next().flatMap(HTTPBytes.hexadecimal)
                else { return nil }
                bytes.append(high << 4 | low)
            case 0x21...0x7e: bytes.append(byte)
            default: return nil
            }
        }
        // Line breaks and tabs are text a person may type; the other control bytes are nothing but trouble later.
        guard !bytes.contains(where: { HTTPBytes.isControl($0) && $0 != 0x0a && $0 != 0x0d }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

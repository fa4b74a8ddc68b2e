/// Reads one YAML document into nodes with their places: libyaml's events, without the parts of YAML that surprise.
///
/// Refused: anchors, aliases, tags, directives, a second document, a key twice, keys that are not texts, nesting beyond
/// 32, anything but UTF-8 without byte order mark, files over 1 MiB.
package enum YAMLReader {
    /// How deep nodes may nest.
    package static let maxDepth = 32
    /// The size of the largest file, in bytes.
    package static let maxBytes = 1 << 20

    /// Reads `bytes`. An empty file, or one of comments only, is an empty scalar.
    package static func parse(_ bytes: [UInt8]) throws(YAMLError) -> YAMLNode {
        try checkEncoding(bytes)
        return try YAMLComposer(bytes).document()
    }

    /// What is decided on the bytes, because the library would guess, or report it without a place.
    private static func checkEncoding(_ bytes: [UInt8]) throws(YAMLError) {
        func refuse(_ reason: String, at offset: Int = 0) -> YAMLError {
            YAMLError(reason: reason, position: YAMLPosition(ofByte: offset, in: bytes))
        }
        guard bytes.count <= maxBytes else { throw refuse("the file is larger than 1 MiB") }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw refuse("the file begins with a byte order mark; save it as UTF-8 without one")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw refuse("the file is UTF-16; save it as UTF-8")
        }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw refuse("the file is not UTF-8", at: error.byteOffsets.lowerBound)
        }
    }
}

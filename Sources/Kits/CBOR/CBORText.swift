/// A text string, equal only byte for byte.
package struct CBORText: Sendable, Hashable {
    /// The text.
    package let string: String

    /// A text.
    package init(_ string: String) { self.string = string }

    /// Whether both have the same bytes.
    package static func == (a: CBORText, b: CBORText) -> Bool { a.string.utf8.elementsEqual(b.string.utf8) }

    /// Hashes the bytes, as equality wants.
    package func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }
}

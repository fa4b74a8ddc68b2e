/// The entries of a map, in their order; no key stands twice.
package struct CBORMap: Sendable, Hashable {
    /// One entry.
    package struct Entry: Sendable, Hashable {
        /// The key.
        package let key: CBORValue
        /// The value.
        package let value: CBORValue
    }

    /// The entries in order.
    package let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    /// The value of a key.
    package subscript(key: CBORValue) -> CBORValue? { entries.first { $0.key == key }?.value }

    /// The value of a text key.
    package subscript(text name: String) -> CBORValue? { self[.text(CBORText(name))] }

    /// The value of an integer key.
    package subscript(integer key: Int64) -> CBORValue? { self[.integer(key)] }
}

/// Why bytes are not one strict CBOR item.
package enum CBORError: Error, Sendable, Hashable {
    /// The input ends inside an item, or an item declares more than there is.
    case truncated
    /// Bytes follow the item.
    case trailingBytes
    /// More than `CBORReader.maxBytes`.
    case tooLarge
    /// Nested deeper than `CBORReader.maxDepth`.
    case tooDeep
    /// A map holds a key twice.
    case duplicateKey
    /// A text string is not UTF-8.
    case invalidText
    /// An indefinite length, a tag, or a simple value that means nothing here.
    case unsupported
}

/// A value on its way into a statement.
package enum SQLiteValue: Sendable, Equatable {
    /// UTF-8 text.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// A 64-bit number.
    case integer(Int64)
    /// Nothing.
    case null

    /// Text, or null.
    package static func text(_ value: String?) -> Self { value.map { .text($0) } ?? .null }
    /// Bytes, or null.
    package static func blob(_ value: [UInt8]?) -> Self { value.map { .blob($0) } ?? .null }
    /// A number, or null.
    package static func integer(_ value: Int64?) -> Self { value.map { .integer($0) } ?? .null }
    /// 1 or 0.
    package static func bool(_ value: Bool) -> Self { .integer(value ? 1 : 0) }
    /// 1 or 0, or null.
    package static func bool(_ value: Bool?) -> Self { value.map { .integer($0 ? 1 : 0) } ?? .null }
}

import FoundationEssentials

/// Writes fields of fixed length.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    /// The first `length` bytes of `value`, filled up with zeros.
    mutating func fixed(_ value: [UInt8], _ length: Int) {
        bytes += value.prefix(length)
        bytes += Array(repeating: 0, count: max(0, length - value.count))
    }

    /// A text of at most `length` (≤ 255) bytes behind a length byte.
    mutating func padded(_ text: String, _ length: Int) {
        let utf8 = Array(text.utf8.prefix(min(length, 255)))
        bytes.append(UInt8(truncatingIfNeeded: utf8.count))
        fixed(utf8, length)
    }

    /// Unix seconds, eight bytes big-endian.
    mutating func seconds(_ date: Date) {
        let value = UInt64(bitPattern: Int64(date.timeIntervalSince1970))
        bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (UInt64($0) * 8)) }
    }
}

/// Reads fields of fixed length; nil where they end early or do not hold.
struct FieldReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func fixed(_ length: Int) -> [UInt8]? {
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return Array(rest.prefix(length))
    }

    mutating func padded(_ length: Int) -> String? {
        guard let count = fixed(1)?.first, let field = fixed(length), Int(count) <= length else { return nil }
        return String(validating: field.prefix(Int(count)), as: UTF8.self)
    }

    mutating func seconds() -> Date? {
        guard let field = fixed(8) else { return nil }
        let value = field.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSince1970: Double(Int64(bitPattern: value)))
    }
}

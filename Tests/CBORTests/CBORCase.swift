import CBOR
import Testing

/// A CBOR item in hexadecimal digits and what comes of it.
struct CBORCase: Sendable, CustomTestStringConvertible {
    let hex: String
    let result: Result<CBORValue, CBORError>
    var testDescription: String { hex.isEmpty ? "nothing" : hex }

    init(_ hex: String, _ value: CBORValue) {
        self.hex = hex
        result = .success(value)
    }

    init(_ hex: String, _ error: CBORError) {
        self.hex = hex
        result = .failure(error)
    }

    var bytes: [UInt8] {
        var digits = Array(hex.filter { $0 != " " })
        var bytes: [UInt8] = []
        while digits.count >= 2 {
            bytes.append(UInt8(String(digits[0..<2]), radix: 16) ?? 0)
            digits.removeFirst(2)
        }
        return bytes
    }

    /// Readings of RFC 8949, appendix A, as far as the strict reader takes them.
    static let readings = [
        CBORCase("00", .unsigned(0)),
        CBORCase("17", .unsigned(23)),
        CBORCase("1818", .unsigned(24)),
        CBORCase("1903e8", .unsigned(1000)),
        CBORCase("1a000f4240", .unsigned(1_000_000)),
        CBORCase("1bffffffffffffffff", .unsigned(.max)),
        CBORCase("20", .integer(-1)),
        CBORCase("3903e7", .integer(-1000)),
        CBORCase("3bffffffffffffffff", .negative(.max)),
        CBORCase("40", .bytes([])),
        CBORCase("4401020304", .bytes([1, 2, 3, 4])),
        CBORCase("60", .text(CBORText(""))),
        CBORCase("62c3bc", .text(CBORText("ü"))),
        CBORCase("80", .array([])),
        CBORCase("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        CBORCase("8201820203", .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)])])),
        CBORCase("f4", .bool(false)),
        CBORCase("f5", .bool(true)),
        CBORCase("f6", .null),
        CBORCase("f7", .undefined),
        CBORCase("f93e00", .float(CBORFloat(1.5))),
        CBORCase("fa47c35000", .float(CBORFloat(100_000))),
        CBORCase("fb3ff199999999999a", .float(CBORFloat(1.1))),
    ]

    /// Nine bytes ended other readers' processes; each kind of item is tried with each width of length.
    static let killers = [
        CBORCase("9b7fffffffffffffff", .truncated),
        CBORCase("9b0000010000000000", .truncated),
        CBORCase("9bffffffffffffffff", .truncated),
        CBORCase("bb7fffffffffffffff", .truncated),
        CBORCase("bb8000000000000000", .truncated),
        CBORCase("5b7fffffffffffffff", .truncated),
        CBORCase("5bffffffffffffffff", .truncated),
        CBORCase("7b7fffffffffffffff", .truncated),
        CBORCase("7bffffffffffffffff", .truncated),
        CBORCase("9affffffff", .truncated),
        CBORCase("baffffffff", .truncated),
        CBORCase("5affffffff", .truncated),
        CBORCase("99ffff", .truncated),
        CBORCase("b9ffff", .truncated),
    ]

    static let refusals = [
        CBORCase("", .truncated),
        CBORCase("18", .truncated),
        CBORCase("1bffffffffffffff", .truncated),
        CBORCase("4401", .truncated),
        CBORCase("8201", .truncated),
        CBORCase("a101", .truncated),
        CBORCase("a2 01 02 03", .truncated),
        CBORCase("0000", .trailingBytes),
        CBORCase("a000", .trailingBytes),
        CBORCase("a2 01 02 01 03", .duplicateKey),
        CBORCase("a2 6161 00 6161 00", .duplicateKey),
        CBORCase("a2 1801 00 01 00", .duplicateKey),
        CBORCase("a2 8101 00 8101 00", .duplicateKey),
        CBORCase("62c328", .invalidText),
        CBORCase("61ff", .invalidText),
        CBORCase("63eda080", .invalidText),
        CBORCase("1c", .unsupported),
        CBORCase("1f", .unsupported),
        CBORCase("5f4101ff", .unsupported),
        CBORCase("7f6161ff", .unsupported),
        CBORCase("9f01ff", .unsupported),
        CBORCase("bf0102ff", .unsupported),
        CBORCase("c000", .unsupported),
        CBORCase("d818 4100", .unsupported),
        CBORCase("e0", .unsupported),
        CBORCase("f820", .unsupported),
        CBORCase("ff", .unsupported),
    ]
}

/// Classes of ASCII bytes.
enum ASCII {
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLower(byte) || isUpper(byte) }

    /// Visible, without space.
    static func isGraphic(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

    /// With ASCII letters in lower case; other characters stay.
    static func lowercased(_ text: String) -> String {
        String(decoding: text.utf8.map { isUpper($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

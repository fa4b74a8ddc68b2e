/// Tells code from comments and string literals, byte by byte: enough of Swift's grammar for house rules (nested
/// comments, raw and multi-line strings, interpolations, raw identifiers), no more.
struct LiteralScanner {
    private(set) var code: [UInt8] = []
    private(set) var literals: [UInt8] = []
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        code.reserveCapacity(bytes.count)
        literals.reserveCapacity(bytes.count)
    }

    mutating func run() {
        while index < bytes.count { scanCode(untilClosingParenthesis: false) }
    }

    /// Bytes at which something may begin or end; all others are passed on at once.
    private static let special = Set("/#\"`()\\\n".utf8)

    private enum Kind { case code, literal, comment }

    private mutating func take(_ kind: Kind, _ count: Int = 1) {
        for byte in bytes[index..<min(index + count, bytes.count)] {
            // Line ends stand in every reading, so that lines keep their numbers.
            let blank = byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")
            code.append(kind == .code ? byte : blank)
            literals.append(kind == .literal ? byte : blank)
        }
        index += count
    }

    private func starts(_ text: String, at offset: Int = 0) -> Bool {
        bytes.dropFirst(index + offset).starts(with: text.utf8)
    }

    private mutating func scanCode(untilClosingParenthesis inner: Bool) {
        var depth = 0
        while index < bytes.count {
            if !Self.special.contains(bytes[index]) {
                take(.code)
            } else if starts("//") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { take(.comment) }
            } else if starts("/*") {
                scanBlockComment()
            } else if let hashes = openingHashes() {
                scanString(hashes: hashes)
            } else if starts("`") {
                repeat { take(.code) } while index < bytes.count && !starts("`") && !starts("\n")
                take(.code)
            } else {
                if starts("(") { depth += 1 }
                if starts(")") {
                    depth -= 1
                    if inner && depth < 0 { return }
                }
                take(.code)
            }
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                take(.comment, 2)
            } else if starts("*/") {
                depth -= 1
                take(.comment, 2)
            } else {
                take(.comment)
            }
        } while depth > 0 && index < bytes.count
    }

    /// How many `#` stand before a quotation mark, or nil where no string begins.
    private func openingHashes() -> Int? {
        var hashes = 0
        while index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "#") { hashes += 1 }
        return starts("\"", at: hashes) ? hashes : nil
    }

    private mutating func scanString(hashes: Int) {
        let fence = String(repeating: "#", count: hashes)
        let quote = starts("\"\"\"", at: hashes) ? "\"\"\"" : "\""
        take(.code, hashes + quote.utf8.count)
        while index < bytes.count {
            if !Self.special.contains(bytes[index]) {
                take(.literal)
            } else if starts(quote + fence) {
                take(.code, quote.utf8.count + hashes)
                return
            } else if starts("\\" + fence + "(") {
                take(.code, hashes + 2)
                scanCode(untilClosingParenthesis: true)
                take(.code)
            } else if starts("\\" + fence) {
                take(.literal, hashes + 2)
            } else if quote.utf8.count == 1 && starts("\n") {
                return
            } else {
                take(.literal)
            }
        }
    }
}

/// A place in a file, counted from 1 in lines and characters.
package struct YAMLPosition: Sendable, Hashable {
    /// The line.
    package let line: Int
    /// The column.
    package let column: Int

    /// A place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte: bytes that continue a character do not count.
    init(ofByte offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(max(0, offset)) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }
}

extension YAMLPosition: Comparable, CustomStringConvertible {
    package static func < (a: YAMLPosition, b: YAMLPosition) -> Bool { (a.line, a.column) < (b.line, b.column) }

    /// `line:column`
    package var description: String { "\(line):\(column)" }
}

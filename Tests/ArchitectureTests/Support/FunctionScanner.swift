import Foundation

/// One function, initialiser, subscript or computed property and how many lines it takes.
struct Function {
    let place: Place
    let length: Int
}

/// Finds functions by their keyword and counts braces: good to a line, which is enough for a rule about size.
enum FunctionScanner {
    private static let modifiers = #"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:[a-z]+(?:\([a-z]+\))?[ \t]+)*"#
    private static let opening = Pattern(
        modifiers + #"(?:func\b|init[?!]?[(<]|deinit\b|subscript\b|var[ \t]+\S+[ \t]*:[^=\n]*\{[ \t]*$)"#)
    /// What begins a declaration: a protocol's requirement has no body of its own and must not take the next one's.
    private static let declaration = Pattern(modifiers + #"(?:func|init|var|let|case|struct|enum|class|extension)\b"#)

    static func functions(in file: SourceFile) -> [Function] {
        let declarations = declaration.lines(in: file.code)
        return opening.lines(in: file.code).sorted().compactMap { start in
            end(from: start, in: file.code, declarations).map {
                Function(place: file.place(start), length: $0 - start + 1)
            }
        }
    }

    private static func end(from start: Int, in code: [String], _ declarations: Set<Int>) -> Int? {
        var braces = 0
        var brackets = 0
        for index in code.indices[start...] {
            if index > start, braces == 0, brackets == 0, declarations.contains(index) { return nil }
            for character in code[index].utf8 {
                switch character {
                case UInt8(ascii: "("), UInt8(ascii: "["): brackets += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): brackets -= 1
                case UInt8(ascii: "{") where brackets == 0 || braces > 0: braces += 1
                case UInt8(ascii: "}") where brackets == 0 || braces > 0:
                    braces -= 1
                    if braces == 0 { return index }
                    if braces < 0 { return nil }
                default: break
                }
            }
        }
        return nil
    }
}

import Foundation

/// One function, initialiser, subscript or computed property and how many lines it takes.
struct Function {
    let place: Place
    let length: Int
}

/// Finds functions by their keyword and counts braces: good to a line, which is enough for a rule about size.
enum FunctionScanner {
    nonisolated(unsafe) private static let opening =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\([a-z]+\))?\s+)*(?:func\b|init[?!]?[(<]|deinit\b|subscript\b|var\s+\S+\s*:[^=]*\{\s*$)/
    /// What begins a declaration: a protocol's requirement has no body of its own and must not take the next one's.
    nonisolated(unsafe) private static let declaration =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\([a-z]+\))?\s+)*(?:func|init|var|let|case|struct|enum|class|extension)\b/

    static func functions(in file: SourceFile) -> [Function] {
        file.code.indices.compactMap { start in
            guard file.code[start].contains(opening), let end = end(from: start, in: file.code) else { return nil }
            return Function(place: file.place(start), length: end - start + 1)
        }
    }

    private static func end(from start: Int, in code: [String]) -> Int? {
        var braces = 0
        var brackets = 0
        for index in code.indices[start...] {
            if index > start, braces == 0, brackets == 0, code[index].contains(declaration) { return nil }
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

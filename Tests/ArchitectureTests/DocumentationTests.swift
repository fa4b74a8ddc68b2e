import Testing

@Suite("Documentation")
struct DocumentationTests {
    nonisolated(unsafe) private static let declaration =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:static|final|nonisolated|mutating|convenience|override|indirect)\s+)*package\s+(?!import\b|extension\b)/
    /// What a protocol of the standard library asks for documents itself.
    nonisolated(unsafe) private static let conformance =
        /var (description|debugDescription|customMirror|errorDescription|hashValue|testDescription)\b|func (==|<|hash|encode)\b|func ==|func <|init\((\w+Literal\b|from decoder)|func callAsFunction/

    @Test func `every package declaration has a doc comment`() {
        for file in House.sources {
            let bare = file.code.indices.filter { index in
                file.code[index].contains(Self.declaration) && !file.code[index].contains(Self.conformance)
                    && !Self.isDocumented(index, in: file)
            }
            expectNone(bare.map(file.place), "say in a /// comment what it is, its units, its errors")
        }
    }

    /// A `///` line directly above, attributes and compiler conditions between them left aside.
    private static func isDocumented(_ index: Int, in file: SourceFile) -> Bool {
        for line in file.lines[..<index].reversed().lazy.map({ $0.drop(while: \.isWhitespace) }) {
            if line.hasPrefix("///") || line.hasSuffix("*/") { return true }
            if !line.hasPrefix("@") && !line.hasPrefix("#if") { return false }
        }
        return false
    }

    @Test func `what the compiler cannot check says why it holds`() {
        for file in House.sources {
            let bare = file.code.indices.filter { index in
                file.code[index].contains(/@unchecked\s+Sendable|nonisolated\(unsafe\)/)
                    && !Self.isExplained(index, in: file)
            }
            expectNone(bare.map(file.place), "give the reason in a comment above")
        }
    }

    /// A comment on the line, directly above it, or further up where it names the marker itself.
    private static func isExplained(_ index: Int, in file: SourceFile) -> Bool {
        let comments = file.lines[..<index].map { $0.drop(while: \.isWhitespace) }
        if file.lines[index].contains("// ") { return true }
        if comments.last(where: { !$0.hasPrefix("@") })?.hasPrefix("//") == true { return true }
        let marker = file.code[index].contains("nonisolated(unsafe)") ? "nonisolated(unsafe)" : "@unchecked Sendable"
        return comments.contains { $0.hasPrefix("//") && $0.contains(marker) }
    }

    /// A file with one type at its top bears the type's name. Files of several small types, of extensions or of
    /// functions are named for their subject.
    @Test func `a file is named for the one type it declares`() {
        let type = /^(?!private|fileprivate)(?:[a-z@]\S*\s+)*(?:struct|enum|class|actor|protocol)\s+(\w+)/
        for file in House.sources {
            let types = file.code.compactMap { $0.firstMatch(of: type).map { String($0.1).lowercased() } }
            guard let only = types.first, types.count == 1, file.name != file.module else { continue }
            let name = file.name.split(separator: "+").first.map { $0.lowercased() } ?? ""
            #expect(name == only, "\(file.path) declares \(only): name the file for it")
        }
    }
}

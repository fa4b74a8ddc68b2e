import Testing

@Suite("Documentation")
struct DocumentationTests {
    private static let declaration: Pattern =
        #"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:static|final|nonisolated|mutating|convenience|override|indirect)[ \t]+)*package[ \t]+(?!import\b|extension\b)"#
    /// What a protocol of the standard library asks for documents itself.
    private static let conformance: Pattern =
        #"var (?:description|debugDescription|customMirror|errorDescription|hashValue|testDescription)\b|func (?:==|<|hash\b|encode\b)|init\((?:\w+Literal\b|from decoder)|func callAsFunction"#
    private static let unchecked: Pattern = #"@unchecked\s+Sendable|nonisolated\(unsafe\)"#
    private static let type: Pattern =
        #"^(?!private|fileprivate)(?:[a-z@]\S*[ \t]+)*(?:struct|enum|class|actor|protocol)[ \t]+(\w+)"#

    @Test func `every package declaration has a doc comment`() {
        for file in House.sources {
            let declared = Self.declaration.lines(in: file.code).subtracting(Self.conformance.lines(in: file.code))
            let bare = declared.sorted().filter { !Self.isDocumented($0, in: file) }
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
            let bare = Self.unchecked.lines(in: file.code).sorted().filter { !Self.isExplained($0, in: file) }
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
        for file in House.sources {
            let types = Self.type.matches(in: file.code).compactMap { $0.group?.lowercased() }
            guard let only = types.first, types.count == 1, file.name != file.module, !file.name.contains("+") else {
                continue
            }
            #expect(file.name.lowercased() == only, "\(file.path) declares \(only): name the file for it")
        }
    }
}

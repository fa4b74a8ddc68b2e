import Testing

/// The scanners of this target, on text that would fool a plain search.
@Suite("Scanners")
struct ScannerTests {
    @Test func `comments and literals are no code`() {
        let file = SourceFile(
            path: "Sources/Cores/X/Y.swift",
            text: """
                let a = "print(\\"no\\")" // print(1)
                /* print( /* nested */ print( */ let b = #"\\(print("x")"#
                let c = "\\(run("print(") + 1) print("
                func `says "print("`() {}
                """)
        #expect(file.places(of: #"print\("#).map(\.line) == [4])
        #expect(file.code[1].contains("let b"))
        #expect(file.code[2].contains("run("))
        #expect(file.literals[0].contains(#"print(\"no\")"#))
    }

    @Test func `multi-line strings keep line numbers`() {
        let quotes = #"""""#
        let file = SourceFile(path: "x", text: "let a = \(quotes)\nSELECT \"x\"\n\(quotes)\nlet b = try! c()")
        #expect(file.places(of: "try!").map(\.line) == [4])
        #expect(file.literals[1].hasPrefix("SELECT"))
    }

    @Test func `functions are measured, requirements are not`() {
        let file = SourceFile(
            path: "x",
            text: """
                protocol P {
                    func required() -> Int
                    var value: Int { get }
                }
                func long(
                    _ block: () -> Void = { }
                ) {
                    if true { }
                }
                var computed: Int {
                    1
                }
                func short() { }
                """)
        #expect(FunctionScanner.functions(in: file).map(\.length) == [5, 3, 1])
    }
}

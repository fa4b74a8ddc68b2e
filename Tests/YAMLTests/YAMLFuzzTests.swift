import TestSupport
import Testing
import YAML

/// Seeded and bounded: mutated files and grammar soup never crash the reader, and every error has a place in the file.
@Suite("Hostile YAML")
struct YAMLFuzzTests {
    private static let file = Array(
        """
        name: "Acme \\u00e9"   # comment
        hosts: [a.example, 'b.example']
        relying_party:
          origins:
            - https://www.acme.example
            - {x: 1, y: [2, 3]}
          text: |
            folded
             more
          other: >-
            x

        """.utf8)

    private static let tokens = [
        "[", "]", "{", "}", ",", ": ", "- ", "? ", "\n", "\n  ", "\n    ", "&a ", "*a", "!t ", "|", ">", "'", "\"", "#",
        "%",
        "---", "...", "a", "\t", "\\", "\u{FEFF}", "é", "\u{85}", "\u{2028}", "<<", "~",
    ]

    private func check(_ bytes: [UInt8]) {
        do throws(YAMLError) {
            _ = try YAMLReader.parse(bytes)
        } catch {
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D || $0 == 0x85 || $0 == 0xA8 || $0 == 0xA9 } + 2
            #expect((1...lines).contains(error.position.line), "\(error) for \(bytes)")
            #expect(error.position.column >= 1 && !error.reason.isEmpty)
        }
    }

    @Test(arguments: [1, 2, 3]) func `mutated files`(seed: UInt64) {
        var generator = XorShift(seed: seed)
        for _ in 0..<1_500 { check(generator.mutated(Self.file)) }
    }

    @Test(arguments: [4, 5, 6]) func `grammar soup`(seed: UInt64) {
        var generator = XorShift(seed: seed)
        for _ in 0..<1_500 {
            let count = Int.random(in: 1...40, using: &generator)
            let text = (0..<count).compactMap { _ in Self.tokens.randomElement(using: &generator) }.joined()
            check(Array(text.utf8))
        }
    }
}

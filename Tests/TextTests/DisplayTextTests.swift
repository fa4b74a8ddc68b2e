import Testing
import Text

struct DisplayTextTests {
    @Test(
        "Text to show is composed, free of controls and trimmed",
        arguments: [
            ("Alice's iPhone", "Alice's iPhone"), ("  Alice  ", "Alice"), ("e\u{301}", "\u{E9}"), ("a\0b\u{7}c", "abc"),
            ("a\r\nb", "ab"), ("a\u{202E}b", "ab"), ("a\u{2066}b\u{2069}", "ab"), ("a\u{2028}b", "ab"),
            ("🧑‍💻 laptop", "🧑‍💻 laptop"), ("<script>", "<script>"), ("a\u{E000}b", "ab"), ("\u{85}a", "a"),
        ])
    func cleaned(text: String, expected: String) {
        #expect(DisplayText.clean(text, maxBytes: 64)?.isByteEqual(to: expected) == true)
    }

    @Test("Nothing left is nil", arguments: ["", "   ", "\0", "\u{202E}", "\n\t\r", "\u{3000}"])
    func empty(text: String) {
        #expect(DisplayText.clean(text, maxBytes: 64) == nil)
    }

    @Test("Long text is cut between characters")
    func cut() {
        #expect(DisplayText.clean("abcdef", maxBytes: 3) == "abc")
        #expect(DisplayText.clean("abéd", maxBytes: 3) == "ab")
        #expect(DisplayText.clean("a👨‍👩‍👧‍👦b", maxBytes: 10) == "a")
        #expect(DisplayText.clean("👨‍👩‍👧‍👦", maxBytes: 10) == nil)
        #expect(DisplayText.clean("ab cd", maxBytes: 3) == "ab")
        #expect(DisplayText.clean("abc", maxBytes: 0) == nil)
        #expect(DisplayText.clean("abc", maxBytes: -1) == nil)
        let zalgo = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(DisplayText.clean(zalgo, maxBytes: 64) == nil)
        #expect(DisplayText.clean(String(repeating: "x", count: 1_000_000), maxBytes: 64)?.count == 64)
    }
}

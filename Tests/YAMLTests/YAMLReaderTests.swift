import Testing
import YAML

@Suite("The YAML reader")
struct YAMLReaderTests {
    private static func read(_ text: String) throws -> YAMLNode { try YAMLReader.parse(Array(text.utf8)) }

    /// A node as text: what was read, with its place.
    private static func describe(_ node: YAMLNode) -> String {
        switch node {
        case .scalar(let text, let isPlain, let position): "\(isPlain ? text : "'\(text)'")@\(position)"
        case .sequence(let items, let position): "[\(items.map(describe).joined(separator: " "))]@\(position)"
        case .mapping(let entries, let position):
            "{"
                + entries.map { "\($0.key)@\($0.position)=\(describe($0.value))" }.joined(separator: " ")
                + "}@\(position)"
        }
    }

    @Test(
        "gives nodes their places, counted from 1 in characters",
        arguments: [
            ("a: 1", "{a@1:1=1@1:4}@1:1"),
            ("a:\n  - x\n  - 'y'\n", "{a@1:1=[x@2:5 'y'@3:5]@2:3}@1:1"),
            ("{a: [1, {b: c}]}", "{a@1:2=[1@1:6 {b@1:10=c@1:13}@1:9]@1:5}@1:1"),
            ("é: \"ü\" # ö\nb: ☃", "{é@1:1='ü'@1:4 b@2:1=☃@2:4}@1:1"),
            ("# nothing\n", "@1:1"),
            ("", "@1:1"),
            ("---\na: b\n...\n", "{a@2:1=b@2:4}@2:1"),
            ("a:\r\n  b: c\r\n", "{a@1:1={b@2:3=c@2:6}@2:3}@1:1"),
            ("a: |\n  x\n  y\n", "{a@1:1='x\ny\n'@1:4}@1:1"),
            ("a:\nb: ~", "{a@1:1=@1:3 b@2:1=~@2:4}@1:1"),
            ("? a\n: b", "{a@1:3=b@2:3}@1:1"),
        ])
    func places(text: String, expected: String) throws {
        #expect(Self.describe(try Self.read(text)) == expected)
    }

    @Test func `null is what is left out, not the word in quotes`() throws {
        guard case .mapping(let entries, _) = try Self.read("{a: , b: null, c: ~, d: 'null', e: \"\", f: Null}") else {
            Issue.record("no mapping")
            return
        }
        #expect(entries.map(\.value.isNull) == [true, true, true, false, false, false])
        #expect(entries.map(\.value.text) == [nil, nil, nil, "null", "", "Null"])
    }

    private static let refused: [(name: String, bytes: [UInt8], reason: String, position: String)] = [
        ("anchor", Array("a: &x 1".utf8), "anchors", "1:4"),
        ("anchor on a key", Array("&x a: 1".utf8), "anchors", "1:1"),
        ("anchor on a list", Array("a: &x [1]".utf8), "anchors", "1:4"),
        ("alias", Array("a: *x".utf8), "aliases", "1:4"),
        ("alias as a key", Array("*x : 1".utf8), "aliases", "1:1"),
        ("tag", Array("a: !!str 1".utf8), "tags", "1:4"),
        ("tag on a section", Array("a: !x {b: 1}".utf8), "tags", "1:4"),
        ("directive", Array("%YAML 1.1\n---\na: 1".utf8), "directives", "1:1"),
        ("tag directive", Array("%TAG ! tag:x,2000:\n---\na: 1".utf8), "directives", "1:1"),
        ("second document", Array("a: 1\n---\nb: 2".utf8), "only one document", "2:1"),
        ("key twice", Array("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3".utf8), "\"c\" stands twice, first at 3:3", "5:3"),
        ("key twice, quoted", Array("a: 1\n\"a\": 2".utf8), "stands twice, first at 1:1", "2:1"),
        ("list as a key", Array("[a]: 1".utf8), "a key must be a text", "1:1"),
        ("section as a key", Array("? {a: 1}\n: 2".utf8), "a key must be a text", "1:3"),
        ("tab", Array("a:\n\tb: 1".utf8), "tab", "2:1"),
        ("unclosed bracket", Array("a: [1".utf8), "", "2:1"),
        ("unclosed quotation", Array("a: \"b".utf8), "", "1:6"),
        ("bad indentation", Array("a: 1\n b: 2".utf8), "", "2:3"),
        ("NUL", Array("a: \u{0}".utf8), "control characters", "1:4"),
        ("control character", Array("ä: 1\nb: \u{7}".utf8), "control characters", "2:4"),
        ("byte order mark", [0xEF, 0xBB, 0xBF] + Array("a: 1".utf8), "byte order mark", "1:1"),
        ("UTF-16, little end first", [0xFF, 0xFE, 0x61, 0, 0x3A, 0], "UTF-16", "1:1"),
        ("UTF-16, big end first", [0xFE, 0xFF, 0, 0x61, 0, 0x3A], "UTF-16", "1:1"),
        ("not UTF-8", Array("a: 1\nb: ".utf8) + [0xC3, 0x28], "not UTF-8", "2:4"),
        ("surrogate in UTF-8", Array("a: ".utf8) + [0xED, 0xA0, 0x80], "not UTF-8", "1:4"),
        ("undefined escape", Array("a: \"\\q\"".utf8), "", "1:5"),
        ("merge of an alias", Array("b:\n  <<: *x".utf8), "aliases", "2:7"),
    ]

    @Test(arguments: refused)
    func `refuses with a place`(name: String, bytes: [UInt8], reason: String, position: String) {
        let error = #expect(throws: YAMLError.self, "\(name)") { try YAMLReader.parse(bytes) }
        #expect(error?.reason.contains(reason) == true, "\(name): \(error?.description ?? "")")
        #expect(error?.position.description == position, "\(name)")
    }

    @Test func `refuses more than 1 MiB`() {
        let error = #expect(throws: YAMLError.self) {
            try YAMLReader.parse(Array(repeating: UInt8(ascii: "#"), count: (1 << 20) + 1))
        }
        #expect(error?.description == "1:1: the file is larger than 1 MiB")
    }

    @Test(arguments: ["[", "{a: ", "- ", "? "])
    func `bounds depth before the library goes deeper`(open: String) throws {
        #expect(throws: YAMLError.self) { try Self.read(String(repeating: open, count: 33)) }
        // Without the bound this takes the library minutes.
        #expect(throws: YAMLError.self) { try Self.read(String(repeating: open, count: (1 << 20) / open.utf8.count)) }
    }

    @Test func `thirty-two levels are read`() throws {
        let text = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        _ = try Self.read(text)
        let error = #expect(throws: YAMLError.self) { try Self.read("[" + text + "]") }
        #expect(error?.description == "1:33: nested deeper than 32 levels")
    }

    @Test func `a file of the largest size is read`() throws {
        let line = "- abcdefghijklmnopqrstuvwxyz\n"
        guard case .sequence(let items, _) = try Self.read(String(repeating: line, count: (1 << 20) / line.utf8.count))
        else {
            Issue.record("no list")
            return
        }
        #expect(items.count == (1 << 20) / line.utf8.count)
    }
}

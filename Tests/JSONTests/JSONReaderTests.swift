import Testing

@testable import JSON

@Suite("The strict JSON reader")
struct JSONReaderTests {
    static let refused: [(String, [UInt8])] = [
        ("duplicate names", Array(#"{"a":1,"a":2}"#.utf8)),
        ("duplicate names, one escaped", Array(#"{"a":1,"\u0061":2}"#.utf8)),
        ("byte order mark", [0xEF, 0xBB, 0xBF] + Array("{}".utf8)),
        ("UTF-16", [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]),
        ("invalid UTF-8", Array("\"".utf8) + [0xC3, 0x28] + Array("\"".utf8)),
        ("overlong UTF-8", Array("\"".utf8) + [0xC0, 0xAF] + Array("\"".utf8)),
        ("UTF-8 surrogate", Array("\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"".utf8)),
        ("lone surrogate escape", Array(#""\ud800""#.utf8)),
        ("NUL escape", Array(#""\u0000""#.utf8)),
        ("NUL escape in a name", Array(#"{"a\u0000b":1}"#.utf8)),
        ("control character", [0x22, 0x01, 0x22]),
        ("leading zero", Array("01".utf8)),
        ("plus sign", Array("+1".utf8)),
        ("trailing comma in array", Array("[1,]".utf8)),
        ("trailing comma in object", Array(#"{"a":1,}"#.utf8)),
        ("trailing bytes", Array("{} x".utf8)),
        ("two values", Array("1 2".utf8)),
        ("integer overflow", Array("9223372036854775808".utf8)),
        ("real overflow", Array("1e400".utf8)),
        ("NaN", Array("NaN".utf8)),
        ("single quotes", Array("'a'".utf8)),
        ("comment", Array("/**/1".utf8)),
        ("nothing", []),
        ("white space only", Array("  ".utf8)),
        ("unterminated string", Array(#""abc"#.utf8)),
        ("unterminated array", Array("[1".utf8)),
        ("bare word", Array("nul".utf8)),
        ("NUL byte", [0x31, 0x00]),
    ]

    @Test("refuses", arguments: refused)
    func refuses(_ name: String, _ bytes: [UInt8]) {
        #expect(throws: JSONError.self, "\(name)") { try JSONReader.parse(bytes) }
    }

    @Test("bounds depth before the library reads", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func depth(_ open: String, _ close: String) throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
        }
        _ = try JSONReader.parse(nested(32))
        #expect(throws: JSONError.tooDeep) { try JSONReader.parse(nested(33)) }
        #expect(throws: JSONError.tooDeep) {
            try JSONReader.parse([UInt8](repeating: UInt8(ascii: "["), count: 60_000))
        }
        #expect(throws: Never.self) {
            try JSONReader.parse(Array(#"["[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"["]"#.utf8))
        }
    }

    @Test func `bounds size`() {
        let bytes = Array(("\"" + String(repeating: "a", count: 100) + "\"").utf8)
        #expect(throws: JSONError.tooLarge) { try JSONReader.parse(bytes, maxBytes: 101) }
        #expect(throws: Never.self) { try JSONReader.parse(bytes, maxBytes: 102) }
    }

    @Test func `keeps members in order and tells integers from reals`() throws {
        let value = try JSONReader.parse(Array(#"{"z":1,"a":1.0,"m":[true,false,null,"é\/😀"]}"#.utf8))
        #expect(value.object?.members.map(\.name) == ["z", "a", "m"])
        #expect(value["z"]?.integer == 1)
        #expect(value["a"]?.integer == nil)
        #expect(value["a"] == .real(1))
        #expect(value["m"] == [true, false, nil, "é/😀"])
    }

    @Test func `names and strings are compared byte for byte`() throws {
        let composed = "\u{e9}"
        let decomposed = "e\u{301}"
        let value = try JSONReader.parse(Array("{\"\(composed)\":1,\"\(decomposed)\":2}".utf8))
        #expect(value[composed]?.integer == 1)
        #expect(value[decomposed]?.integer == 2)
        #expect(JSONValue.string(composed) != .string(decomposed))
    }

    @Test(
        "writes what it reads",
        arguments: [
            #"{"a":[1,-2,3.5,"x\"\\\n\r\t\u0001/é😀"],"b":{},"c":[],"d":null,"e":true}"#, "0", #""""#, "[]",
            "-9223372036854775808", "9223372036854775807",
        ])
    func roundTrip(_ text: String) throws {
        let value = try JSONReader.parse(Array(text.utf8))
        #expect(value.serializedText() == text)
        #expect(try JSONReader.parse(value.serialized()) == value)
    }

    @Test(
        "escapes what must be escaped and nothing else",
        arguments: [
            ("/", "/"), ("\u{2028}\u{7F}\u{FFFF}", "\u{2028}\u{7F}\u{FFFF}"), ("\"", #"\""#), ("\\", #"\\"#),
            ("\u{0}\u{8}\u{B}\u{C}\u{1F}", #"\u0000\u0008\u000b\u000c\u001f"#), ("\n\r\t", #"\n\r\t"#), ("", ""),
        ])
    func escapes(_ text: String, _ expected: String) {
        #expect(JSONValue.string(text).serializedText() == "\"\(expected)\"")
    }

    @Test func `the last of two members given in code counts`() {
        #expect(JSONObject([("a", 1), ("a", 2)]).members.count == 1)
        var object: JSONObject = ["a": 1]
        object["a"] = nil
        #expect(object == JSONObject())
    }

    @Test func `mutated input never crashes`() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        let seed = Array(#"{"id":"AQ","response":{"a":[1,2.5,true,null,"\u00e9\ud83d\ude00"]}}"#.utf8)
        for _ in 0..<5_000 {
            var bytes = seed
            for _ in 0..<3 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                bytes[Int(state % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 32)
            }
            if let value = try? JSONReader.parse(bytes) { #expect((try? JSONReader.parse(value.serialized())) != nil) }
        }
    }
}

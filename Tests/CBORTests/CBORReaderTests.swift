import CBOR
import Testing

@Suite("CBOR reader")
struct CBORReaderTests {
    @Test(arguments: CBORCase.readings + CBORCase.killers + CBORCase.refusals)
    func `an item is read or refused`(_ item: CBORCase) {
        let result = Result { () throws(CBORError) in try CBORReader.decode(item.bytes) }
        #expect(result == item.result)
    }

    @Test func `every beginning of an item is cut short`() throws {
        let item = CBORCase("a3 01 1903e8 6161 44 01020304 02 83 f5 f93e00 6161", .null).bytes
        #expect(throws: Never.self) { try CBORReader.decode(item) }
        for count in item.indices {
            #expect(throws: CBORError.truncated) { try CBORReader.decode(Array(item.prefix(count))) }
        }
    }

    @Test(arguments: [[UInt8](arrayLiteral: 0x81), [0xA1, 0x00]])
    func `items nest 16 deep and no deeper`(_ opening: [UInt8]) {
        func nested(_ depth: Int) -> [UInt8] { Array(repeatElement(opening, count: depth - 1).joined()) + [0x00] }
        #expect(throws: Never.self) { try CBORReader.decode(nested(CBORReader.maxDepth)) }
        #expect(throws: CBORError.tooDeep) { try CBORReader.decode(nested(CBORReader.maxDepth + 1)) }
        #expect(throws: CBORError.tooDeep) { try CBORReader.decode(nested(30_000)) }
    }

    @Test func `keys nest no deeper either`() {
        let nested = [UInt8](repeating: 0xA1, count: 30_000)
        #expect(throws: CBORError.tooDeep) { try CBORReader.decode(nested) }
    }

    @Test func `larger inputs are not looked at`() {
        let zeros = CBORReader.maxBytes - 3
        let head = [0x99, UInt8(truncatingIfNeeded: zeros >> 8), UInt8(truncatingIfNeeded: zeros)]
        #expect(throws: Never.self) { try CBORReader.decode(head + [UInt8](repeating: 0, count: zeros)) }
        let one = [0x99, UInt8(truncatingIfNeeded: (zeros + 1) >> 8), UInt8(truncatingIfNeeded: zeros + 1)]
        #expect(throws: CBORError.tooLarge) {
            try CBORReader.decode(one + [UInt8](repeating: 0, count: zeros + 1))
        }
    }

    @Test func `the first item tells where it ends`() throws {
        let bytes: [UInt8] = [0xFF, 0x82, 0x01, 0x02, 0x40]
        let (value, end) = try CBORReader.decodeFirst(bytes, from: 1)
        #expect(value == .array([.unsigned(1), .unsigned(2)]))
        #expect(end == 4)
        #expect(try CBORReader.decodeFirst(bytes, from: 4).end == 5)
        for start in [5, 6, -1, Int.max] {
            #expect(throws: CBORError.truncated) { try CBORReader.decodeFirst(bytes, from: start) }
        }
    }

    @Test func `texts are equal byte for byte only`() throws {
        // "é" as one scalar and as two: the same String, not the same key.
        let map = try #require(try CBORReader.decode(CBORCase("a2 62c3a9 01 6365cc81 02", .null).bytes).map)
        #expect(map.entries.count == 2)
        #expect(map[text: "\u{E9}"] == .unsigned(1))
        #expect(map[text: "e\u{301}"] == .unsigned(2))
    }

    @Test func `values are asked for by kind`() throws {
        let map = try #require(try CBORReader.decode(CBORCase("a4 01 20 20 4101 6161 80 02 6162", .null).bytes).map)
        #expect(map[integer: 1]?.integer == -1)
        #expect(map[integer: -1]?.bytes == [1])
        #expect(map[text: "a"]?.array == [])
        #expect(map[integer: 2]?.text == "b")
        #expect(map[integer: 2]?.integer == nil && map[integer: 3] == nil)
        #expect(CBORValue.unsigned(.max).integer == nil && CBORValue.negative(.max).integer == nil)
        #expect(CBORValue.integer(.min) == .negative(UInt64(Int64.max)))
        #expect(CBORValue.integer(.min).integer == .min)
    }
}

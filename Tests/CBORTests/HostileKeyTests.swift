import CBOR
import Testing

@Suite("CBOR: keys made to cost time") struct HostileKeyTests {
    @Test(arguments: ["f97e00", "fa7fc00000", "fb7ff8000000000000", "81f97e00", "a1f97e0000"])
    func `a key that holds NaN is not taken twice`(_ key: String) throws {
        #expect(throws: Never.self) { try CBORReader.decode(CBORCase("a1 \(key) 00", .null).bytes) }
        #expect(throws: CBORError.duplicateKey) {
            try CBORReader.decode(CBORCase("a2 \(key) 00 \(key) 01", .null).bytes)
        }
    }

    @Test func `numbers of different bits are different keys`() throws {
        let map = try #require(try CBORReader.decode(CBORCase("a3 f90000 00 f98000 01 f97e01 02", .null).bytes).map)
        #expect(map.entries.count == 3)
    }
}

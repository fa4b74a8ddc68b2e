import Testing
import WebAuthn

@Suite struct DERReaderTests {
    @Test func `Nested elements come out as a tree`() throws {
        let value = try DERReader.parse([0x30, 0x0A, 0x02, 0x01, 0x05, 0xA1, 0x05, 0x31, 0x03, 0x02, 0x01, 0x02])
        let children = try #require(value.sequence)
        #expect(children.count == 2)
        #expect(children.first?.integer == 5)
        #expect(children.last?.tag == .context(1))
        #expect(children.last?.explicit?.set?.map(\.integer) == [2])
    }

    @Test(
        arguments: [
            ([], DERError.truncated),
            ([0x30], .truncated),
            ([0x30, 0x02, 0x02, 0x01], .truncated),
            ([0x30, 0x03, 0x02, 0x02, 0x01], .truncated),
            ([0x04, 0x83, 0xFF, 0xFF, 0xFF], .truncated),
            ([0x05, 0x00, 0x00], .trailingBytes),
            ([0x30, 0x80, 0x00, 0x00], .badLength),
            ([0x04, 0x81, 0x01, 0xAA], .badLength),
            ([0x04, 0x82, 0x00, 0x80], .badLength),
            ([0x04, 0x84, 0x7F, 0xFF, 0xFF, 0xFF], .badLength),
            ([0x04, 0xFF], .badLength),
            ([0x00, 0x00], .badTag),
            ([0x9F, 0x1E, 0x00], .badTag),
            ([0x9F, 0x80, 0x20, 0x00], .badTag),
            ([0x9F, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0x00], .badTag),
        ] as [([UInt8], DERError)])
    func `Every departure from DER has its own error`(bytes: [UInt8], error: DERError) {
        #expect(throws: error) { try DERReader.parse(bytes) }
    }

    @Test func `A long tag number is read`() throws {
        let value = try DERReader.parse([0xBF, 0x85, 0x3E, 0x03, 0x02, 0x01, 0x00])
        #expect(value.tag == .context(702))
        #expect(value.explicit?.integer == 0)
    }

    @Test(arguments: [(DERReader.maximumDepth, true), (DERReader.maximumDepth + 1, false), (5_000, false)])
    func `Nesting is bounded`(depth: Int, isAccepted: Bool) {
        var bytes: [UInt8] = []
        for _ in 0..<depth { bytes = [0x30] + length(bytes.count) + bytes }
        #expect(((try? DERReader.parse(bytes)) != nil) == isAccepted)
    }

    @Test func `Size is bounded`() {
        let bytes = [UInt8](repeating: 0, count: DERReader.maximumBytes + 1)
        #expect(throws: DERError.tooLarge) { try DERReader.parse(bytes) }
    }

    @Test(
        arguments: [
            ([0x02, 0x01, 0x7F], 127), ([0x02, 0x02, 0x00, 0x80], 128), ([0x02, 0x01, 0xFF], -1),
            ([0x02, 0x02, 0xFF, 0x7F], -129), ([0x0A, 0x01, 0x02], 2),
            ([0x02, 0x08, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], Int64.max),
            ([0x02, 0x08, 0x80, 0, 0, 0, 0, 0, 0, 0], Int64.min),
            ([0x02, 0x00], nil), ([0x02, 0x02, 0x00, 0x7F], nil), ([0x02, 0x02, 0xFF, 0x80], nil),
            ([0x02, 0x09, 0, 0xFF, 0, 0, 0, 0, 0, 0, 0], nil), ([0x04, 0x01, 0x01], nil), ([0x22, 0x00], nil),
        ] as [([UInt8], Int64?)])
    func `Integers have one spelling and 64 bits`(bytes: [UInt8], expected: Int64?) throws {
        #expect(try DERReader.parse(bytes).integer == expected)
    }

    private func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        default: [0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        }
    }
}

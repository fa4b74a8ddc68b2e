import CBOR
import TestSupport
import Testing

@Suite("CBOR reader, fuzzed")
struct CBORFuzzTests {
    private static let sample: CBORItem = [
        "fmt": "packed",
        "attStmt": ["alg": -7, "sig": .bytes([1, 2, 3, 4]), "x5c": [.bytes([5, 6]), .bytes([7])]],
        "authData": .bytes([UInt8](repeating: 9, count: 37)), 1: [true, .null, -1000, 70_000, [[], [:]]],
    ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `mutated items end in a value or an error`(_ seed: UInt64) {
        var random = XorShift(seed: seed)
        let sample = CBORWriter.encode(Self.sample)
        for _ in 0..<10_000 { _ = try? CBORReader.decode(random.mutated(sample)) }
    }

    @Test func `random bytes end in a value or an error`() {
        var random = XorShift(seed: 4)
        for _ in 0..<10_000 {
            let count = Int.random(in: 0...64, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            guard let (_, end) = try? CBORReader.decodeFirst(bytes, from: 0) else { continue }
            #expect(end <= bytes.count)
        }
    }
}

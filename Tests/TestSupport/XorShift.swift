/// A small seeded generator: a fuzz run that fails can be run again.
package struct XorShift: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator for one seed.
    package init(seed: UInt64) { state = seed | 1 }

    package mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// `bytes` with one to four small accidents: a bit flipped, a byte replaced, bytes cut out, doubled or put in.
    package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            let place = Int.random(in: 0...result.count, using: &self)
            let end = min(result.count, place + Int.random(in: 1...8, using: &self))
            switch UInt8.random(in: 0...5, using: &self) {
            case 0 where place < end: result[place] ^= 1 << UInt8.random(in: 0...7, using: &self)
            case 1 where place < end: result[place] = UInt8.random(in: .min ... .max, using: &self)
            case 2: result.removeSubrange(place..<end)
            case 3: result.insert(contentsOf: result[place..<end], at: place)
            case 4: result.insert([0x00, 0x7F, 0x80, 0xFF][Int.random(in: 0...3, using: &self)], at: place)
            default: result.removeSubrange(place..<result.count)
            }
        }
        return result
    }
}

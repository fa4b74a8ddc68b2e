internal import Synchronization

/// Request ids: 22 characters of the base64url alphabet, unique among all processes, without telling how many there were.
///
/// The first half is random for the process, the second a counter run through a keyed bijection: no call for
/// randomness and no lock for a request.
final class RequestIDs: Sendable {
    private let process = UInt64.random(in: .min ... .max)
    private let key = UInt64.random(in: .min ... .max)
    private let counter = Atomic<UInt64>(0)

    private static let alphabet: [UInt8] = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    func next() -> String {
        let number = Self.scramble(counter.wrappingAdd(1, ordering: .relaxed).newValue ^ key)
        return String(unsafeUninitializedCapacity: 22) { text in
            Self.write(process, to: text, at: 0)
            Self.write(number, to: text, at: 11)
            return 22
        }
    }

    /// The finalizer of SplitMix64, a bijection.
    private static func scramble(_ value: UInt64) -> UInt64 {
        var mixed = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    private static func write(_ value: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        var rest = value
        for index in 0..<11 {
            text[start + index] = alphabet[Int(rest & 63)]
            rest >>= 6
        }
    }
}

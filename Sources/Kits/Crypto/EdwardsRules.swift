internal import COpenSSL

/// Edwards public keys that OpenSSL's own check lets pass: with a point of small order a signature can be made that
/// fits any message, a second spelling of a point makes two keys of one, and bytes that are no point make a passkey
/// that never works.
enum EdwardsRules {
    static func checkEd25519(_ raw: [UInt8]) throws(CryptoError) {
        guard raw.count == 32 else { throw .invalidKey("Ed25519 public keys have 32 bytes") }
        var y = raw
        y[31] &= 0x7F
        guard isBelow(y, prime25519) else { throw .invalidKey("Ed25519 point is not canonical") }
        guard !smallOrder25519.contains(y) else { throw .invalidKey("Ed25519 point has small order") }
        // -x^2 + y^2 = 1 - (121665/121666) x^2 y^2
        guard shim_edwards_point_exists(y, prime25519, 32, 1, -121665, 121666, 121666) == 1 else {
            throw .invalidKey("Ed25519 point is not on the curve")
        }
    }

    static func checkEd448(_ raw: [UInt8]) throws(CryptoError) {
        guard raw.count == 57, let last = raw.last else { throw .invalidKey("Ed448 public keys have 57 bytes") }
        let y = Array(raw.prefix(56))
        guard last & 0x7F == 0, isBelow(y, prime448) else { throw .invalidKey("Ed448 point is not canonical") }
        guard !smallOrder448.contains(y) else { throw .invalidKey("Ed448 point has small order") }
        // x^2 + y^2 = 1 - 39081 x^2 y^2
        guard shim_edwards_point_exists(y, prime448, 56, -1, 39081, 1, 1) == 1 else {
            throw .invalidKey("Ed448 point is not on the curve")
        }
    }

    /// 2^255 - 19 and 2^448 - 2^224 - 1, little-endian.
    private static let prime25519 = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    private static let prime448 =
        [UInt8](repeating: 0xFF, count: 28) + [0xFE] + [UInt8](repeating: 0xFF, count: 27)

    /// The y coordinates of the points whose order divides the cofactor: 0 (order 4), 1 (order 1), p - 1 (order 2), and
    /// for edwards25519 the two of order 8.
    private static let smallOrder25519: [[UInt8]] = [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]
    private static let smallOrder448: [[UInt8]] = [
        [UInt8](repeating: 0, count: 56),
        [1] + [UInt8](repeating: 0, count: 55),
        [0xFE] + [UInt8](repeating: 0xFF, count: 27) + [0xFE] + [UInt8](repeating: 0xFF, count: 27),
    ]

    /// Compares little-endian numbers of one length.
    private static func isBelow(_ number: [UInt8], _ bound: [UInt8]) -> Bool {
        number.reversed().lexicographicallyPrecedes(bound.reversed())
    }
}

/// What an RSA public key must satisfy before a signature is believed.
enum RSARules {
    private static let bits = 1024...16384
    private static let maxExponentBytes = 8

    static func check(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        guard let top = modulus.first, top != 0, let exponentTop = exponent.first, exponentTop != 0 else {
            throw .invalidKey("RSA numbers must not be empty or begin with zero bytes")
        }
        // Verifying costs cubic time in the modulus, so the count is bounded before anything is computed.
        guard bits.contains(modulus.count * 8 - top.leadingZeroBitCount) else {
            throw .invalidKey("RSA modulus must have 1024 to 16384 bits")
        }
        guard modulus.last.map({ $0 & 1 }) == 1 else { throw .invalidKey("RSA modulus must be odd") }
        // OpenSSL refuses longer exponents at verification, but only with a modulus above 3072 bits.
        guard exponent.count <= maxExponentBytes else { throw .invalidKey("RSA exponent must have at most 64 bits") }
        guard exponent.last.map({ $0 & 1 }) == 1, exponent != [1] else {
            throw .invalidKey("RSA exponent must be odd and at least 3")
        }
    }
}

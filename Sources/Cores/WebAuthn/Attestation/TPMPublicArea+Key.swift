package import Crypto

extension TPMPublicArea {
    /// The key as credentials hold it; nil for a curve that WebAuthn does not know or a key that is not valid. A TPM may
    /// leave out a coordinate's leading zeros.
    package var publicKey: PublicKey? {
        switch key {
        case .rsa(let modulus, let exponent):
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: exponent >> (24 - 8 * UInt32($0))) }
            return try? .rsa(modulus: Array(modulus.drop { $0 == 0 }), exponent: Array(bytes.drop { $0 == 0 }))
        case .ecc(let number, let x, let y):
            guard let curve = Self.curve(number), let x = Self.padded(x, to: curve.coordinateSize),
                let y = Self.padded(y, to: curve.coordinateSize)
            else { return nil }
            return try? .ec(curve: curve, x: x, y: y)
        }
    }

    /// `TPM_ECC_CURVE` (TPM 2.0 Library part 2, §6.4)
    private static func curve(_ number: UInt16) -> Curve? {
        switch number {
        case 0x0003: .p256
        case 0x0004: .p384
        case 0x0005: .p521
        default: nil
        }
    }

    private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8]? {
        let digits = bytes.drop { $0 == 0 }
        guard digits.count <= count else { return nil }
        return [UInt8](repeating: 0, count: count - digits.count) + digits
    }

    /// The object's name (TPM 2.0 Library part 1, §16): the name algorithm and its hash over the encoded area. Nil for an
    /// unknown algorithm.
    package func name(encoded: [UInt8]) -> [UInt8]? {
        let digest: [UInt8]
        switch nameAlgorithm {
        case 0x0004: digest = Digest.sha1(encoded)
        case 0x000B: digest = Digest.sha256(encoded)
        case 0x000C: digest = Digest.sha384(encoded)
        case 0x000D: digest = Digest.sha512(encoded)
        default: return nil
        }
        return [UInt8(truncatingIfNeeded: nameAlgorithm >> 8), UInt8(truncatingIfNeeded: nameAlgorithm)] + digest
    }
}

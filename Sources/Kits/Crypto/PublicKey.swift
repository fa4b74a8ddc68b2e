internal import COpenSSL

/// A public key that satisfied every rule of its kind, whatever way it came in.
package struct PublicKey: Sendable {
    /// What a key consists of, for comparing keys of different origin.
    package enum Parts: Sendable, Hashable {
        /// Affine coordinates, each of the curve's coordinate size.
        case ec(Curve, x: [UInt8], y: [UInt8])
        /// Big-endian without leading zeros.
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// 32 bytes (RFC 8032).
        case ed25519([UInt8])
        /// 57 bytes (RFC 8032).
        case ed448([UInt8])
    }

    /// The key's kind and numbers.
    package let parts: Parts
    let handle: KeyHandle

    private init(_ parts: Parts, owning pointer: OpaquePointer?, _ call: String) throws(CryptoError) {
        guard let handle = KeyHandle(owning: pointer) else { throw ErrorQueue.failure(call) }
        self.parts = parts
        self.handle = handle
    }

    /// A point of `curve`, coordinates of exactly the curve's size; throws when it is not on the curve.
    package static func ec(curve: Curve, x: [UInt8], y: [UInt8]) throws(CryptoError) -> PublicKey {
        guard x.count == curve.coordinateSize, y.count == curve.coordinateSize else {
            throw .invalidKey("EC coordinates must be \(curve.coordinateSize) bytes each")
        }
        // OpenSSL checks that an uncompressed point is on its curve, but also takes other forms: this is the only one.
        let point = [0x04] + x + y
        let pointer = shim_ec_public_key(curve.groupName, point, point.count)
        return try PublicKey(.ec(curve, x: x, y: y), owning: pointer, "EC public key")
    }

    /// An RSA key: modulus of 1024 to 16384 bits, odd exponent from 3 to 64 bits, both big-endian without leading zeros.
    package static func rsa(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) -> PublicKey {
        try RSARules.check(modulus: modulus, exponent: exponent)
        let pointer = shim_rsa_public_key(modulus, Int32(modulus.count), exponent, Int32(exponent.count))
        return try PublicKey(.rsa(modulus: modulus, exponent: exponent), owning: pointer, "RSA public key")
    }

    /// An Ed25519 key of 32 bytes, not of small order.
    package static func ed25519(_ raw: [UInt8]) throws(CryptoError) -> PublicKey {
        try EdwardsRules.checkEd25519(raw)
        return try PublicKey(
            .ed25519(raw), owning: shim_raw_public_key("ED25519", raw, raw.count), "Ed25519 public key")
    }

    /// An Ed448 key of 57 bytes, not of small order.
    package static func ed448(_ raw: [UInt8]) throws(CryptoError) -> PublicKey {
        try EdwardsRules.checkEd448(raw)
        return try PublicKey(.ed448(raw), owning: shim_raw_public_key("ED448", raw, raw.count), "Ed448 public key")
    }

    /// Whether this kind of key can make signatures of `algorithm` at all.
    package func fits(_ algorithm: SignatureAlgorithm) -> Bool {
        switch (parts, algorithm) {
        case (.ec(.secp256k1, _, _), _): algorithm == .es256k
        case (.ec, .es256), (.ec, .es384), (.ec, .es512): true
        case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512), (.rsa, .rs1): true
        case (.rsa, .ps256), (.rsa, .ps384), (.rsa, .ps512): true
        case (.ed25519, .ed25519), (.ed448, .ed448): true
        default: false
        }
    }
}

extension PublicKey: Equatable {
    /// Keys are equal when their parts are.
    package static func == (a: PublicKey, b: PublicKey) -> Bool {
        a.parts == b.parts
    }
}

import CBOR
package import Crypto

/// A credential public key (RFC 9052 §7, WebAuthn Level 3 §5.8.5), validated: kty, alg and crv agree, coordinates have
/// their length, the point is on its curve. What never could sign in is refused at registration.
package struct COSEKey: Sendable {
    /// The bytes the authenticator sent; stored as they are, never encoded again.
    package let raw: [UInt8]
    /// The algorithm it signs with.
    package let algorithm: COSEAlgorithm
    /// The key.
    package let publicKey: PublicKey

    /// Reads a key that fills all of `raw`.
    ///
    /// - Throws: `algorithmNotAllowed` for an algorithm that is not supported at all, `keyInvalid` for the rest.
    package init(parsing raw: [UInt8]) throws(WebAuthnRefusal) {
        let value: CBORValue
        do throws(CBORError) {
            value = try CBORReader.decode(raw)
        } catch {
            throw .keyInvalid(reason: "not strict CBOR: \(error)")
        }
        guard case .map(let map) = value, let label = map[integer: 3]?.integer else {
            throw .keyInvalid(reason: "no COSE_Key with an alg")
        }
        guard let algorithm = COSEAlgorithm(rawValue: label) else { throw .algorithmNotAllowed(label) }
        self.raw = raw
        self.algorithm = algorithm
        do throws(CryptoError) {
            publicKey = try Self.key(map, algorithm)
        } catch {
            throw .keyInvalid(reason: "\(error)")
        }
    }

    /// Whether `signature` over `message` is this key's.
    package func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
        publicKey.isValid(signature: signature, for: message, algorithm: algorithm.signature)
    }

    private enum KeyType: Int64 {
        case okp = 1
        case ec2 = 2
        case rsa = 3
    }

    private static func key(_ map: CBORMap, _ algorithm: COSEAlgorithm) throws(CryptoError) -> PublicKey {
        guard map[integer: 1]?.text == nil else {
            throw .invalidKey("kty is a text, as Firefox 117 and some security keys write it for EdDSA")
        }
        let type = map[integer: 1]?.integer.flatMap(KeyType.init)
        let first = map[integer: -1], second = map[integer: -2]
        switch (type, algorithm.signature) {
        case (.ec2, .es256), (.ec2, .es384), (.ec2, .es512), (.ec2, .es256k):
            guard let curve = algorithm.signature.curve, first?.integer == curve.coseIdentifier,
                let x = second?.bytes, let y = map[integer: -3]?.bytes
            else { throw .invalidKey("crv, x or y does not fit alg") }
            return try .ec(curve: curve, x: x, y: y)
        case (.okp, .ed25519):
            guard first?.integer == 6, let x = second?.bytes else { throw .invalidKey("crv or x does not fit alg") }
            return try .ed25519(x)
        case (.okp, .ed448):
            guard first?.integer == 7, let x = second?.bytes else { throw .invalidKey("crv or x does not fit alg") }
            return try .ed448(x)
        case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512), (.rsa, .ps256), (.rsa, .ps384), (.rsa, .ps512):
            guard let n = first?.bytes, let e = second?.bytes else { throw .invalidKey("n or e is missing") }
            return try .rsa(modulus: n, exponent: e)
        default: throw .invalidKey("kty does not fit alg")
        }
    }
}

extension Curve {
    /// The number in the IANA registry of COSE elliptic curves.
    var coseIdentifier: Int64 {
        switch self {
        case .p256: 1
        case .p384: 2
        case .p521: 3
        case .secp256k1: 8
        }
    }
}

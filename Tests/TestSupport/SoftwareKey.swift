package import Crypto

/// A private key with the COSE algorithm it signs with (RFC 9053, RFC 9864, RFC 8812).
package struct SoftwareKey: Sendable {
    /// The COSE number, as in `pubKeyCredParams`.
    package let algorithm: Int
    /// The key.
    package let privateKey: PrivateKey

    /// What each COSE number means.
    private static let schemes: [Int: (kind: KeyKind, signature: SignatureAlgorithm)] = [
        -7: (.ec(.p256), .es256), -35: (.ec(.p384), .es384), -36: (.ec(.p521), .es512),
        -9: (.ec(.p256), .es256), -51: (.ec(.p384), .es384), -52: (.ec(.p521), .es512),
        -47: (.ec(.secp256k1), .es256k), -8: (.ed25519, .ed25519), -19: (.ed25519, .ed25519), -53: (.ed448, .ed448),
        -257: (.rsa(bits: 2048), .rs256), -258: (.rsa(bits: 2048), .rs384), -259: (.rsa(bits: 2048), .rs512),
        -37: (.rsa(bits: 2048), .ps256), -38: (.rsa(bits: 2048), .ps384), -39: (.rsa(bits: 2048), .ps512),
    ]

    /// The COSE numbers that the authenticator can sign with.
    package static var algorithms: [Int] { schemes.keys.sorted(by: >) }

    /// The scheme of a COSE number, nil when there is none.
    package static func signatureAlgorithm(_ algorithm: Int) -> SignatureAlgorithm? { schemes[algorithm]?.signature }

    /// A key that exists already.
    package init(algorithm: Int, privateKey: PrivateKey) {
        self.algorithm = algorithm
        self.privateKey = privateKey
    }

    /// A fresh key.
    package init(generating algorithm: Int) throws {
        guard let scheme = Self.schemes[algorithm] else { throw SoftwareAuthenticatorError.unknownAlgorithm(algorithm) }
        self.init(algorithm: algorithm, privateKey: try .generate(scheme.kind))
    }

    /// The signature as WebAuthn sends it (ECDSA in DER).
    package func sign(_ message: [UInt8]) throws -> [UInt8] {
        guard let scheme = Self.signatureAlgorithm(algorithm) else {
            throw SoftwareAuthenticatorError.unknownAlgorithm(algorithm)
        }
        return try privateKey.sign(message, algorithm: scheme)
    }

    /// The public half as a COSE_Key map, in CTAP2's order.
    package var coseKey: CBORItem {
        let number = CBORItem.integer(Int64(algorithm))
        return switch privateKey.publicKey.parts {
        case .ec(let curve, let x, let y):
            [1: 2, 3: number, -1: .integer(Self.curveNumber(curve)), -2: .bytes(x), -3: .bytes(y)]
        case .ed25519(let raw): [1: 1, 3: number, -1: 6, -2: .bytes(raw)]
        case .ed448(let raw): [1: 1, 3: number, -1: 7, -2: .bytes(raw)]
        case .rsa(let modulus, let exponent): [1: 3, 3: number, -1: .bytes(modulus), -2: .bytes(exponent)]
        }
    }

    private static func curveNumber(_ curve: Curve) -> Int64 {
        switch curve {
        case .p256: 1
        case .p384: 2
        case .p521: 3
        case .secp256k1: 8
        }
    }
}

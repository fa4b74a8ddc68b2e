import Crypto
import Testing

/// One kind of key and an algorithm that fits it.
struct SigningCase: Sendable, CustomTestStringConvertible {
    let kind: KeyKind
    let algorithm: SignatureAlgorithm
    var testDescription: String { "\(algorithm)" }

    static let all = [
        SigningCase(kind: .ec(.p256), algorithm: .es256), SigningCase(kind: .ec(.p384), algorithm: .es384),
        SigningCase(kind: .ec(.p521), algorithm: .es512), SigningCase(kind: .ec(.secp256k1), algorithm: .es256k),
        SigningCase(kind: .ed25519, algorithm: .ed25519), SigningCase(kind: .ed448, algorithm: .ed448),
        SigningCase(kind: .rsa(bits: 1024), algorithm: .rs256), SigningCase(kind: .rsa(bits: 1024), algorithm: .rs384),
        SigningCase(kind: .rsa(bits: 1536), algorithm: .rs512), SigningCase(kind: .rsa(bits: 1024), algorithm: .ps256),
        SigningCase(kind: .rsa(bits: 1024), algorithm: .ps384), SigningCase(kind: .rsa(bits: 1536), algorithm: .ps512),
    ]
}

struct SignatureTests {
    let message = Array("gatehouse".utf8)

    @Test("A signature is valid for its message, key and algorithm only", arguments: SigningCase.all)
    func oneBitOff(_ signing: SigningCase) throws {
        let key = try PrivateKey.generate(signing.kind)
        let signature = try key.sign(message, algorithm: signing.algorithm)
        let isValid = { (signature: [UInt8], message: [UInt8], key: PublicKey) in
            key.isValid(signature: signature, for: message, algorithm: signing.algorithm)
        }
        #expect(isValid(signature, message, key.publicKey))
        #expect(!isValid(signature, message + [0], key.publicKey))
        #expect(!isValid(signature, [], key.publicKey))
        #expect(!isValid(signature, message, try PrivateKey.generate(signing.kind).publicKey))
        #expect(!isValid(signature + [0], message, key.publicKey))
        #expect(!isValid(Array(signature.dropLast()), message, key.publicKey))
        #expect(!isValid([], message, key.publicKey))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1
            #expect(!isValid(changed, message, key.publicKey), "byte \(index)")
        }
        for other in SignatureAlgorithm.allCases where other != signing.algorithm {
            #expect(!key.publicKey.isValid(signature: signature, for: message, algorithm: other))
        }
    }

    @Test("A key comes back from its SubjectPublicKeyInfo and from its PKCS #8", arguments: SigningCase.all)
    func encodings(_ signing: SigningCase) throws {
        let key = try PrivateKey.generate(signing.kind)
        let der = try key.publicKey.subjectPublicKeyInfo
        #expect(try PublicKey(subjectPublicKeyInfo: der) == key.publicKey)
        #expect(throws: CryptoError.self) { try PublicKey(subjectPublicKeyInfo: der + [0]) }
        #expect(try PrivateKey(pkcs8: key.pkcs8).publicKey == key.publicKey)
        #expect(try PrivateKey(pem: key.pem).publicKey == key.publicKey)
        let again = try PrivateKey(pem: key.pem).sign(message, algorithm: signing.algorithm)
        #expect(key.publicKey.isValid(signature: again, for: message, algorithm: signing.algorithm))
    }

    @Test("A raw ECDSA signature has exactly two coordinates, and neither form passes for the other")
    func rawForm() throws {
        for (curve, algorithm) in [(Curve.p256, SignatureAlgorithm.es256), (.p384, .es384), (.p521, .es512)] {
            let key = try PrivateKey.generate(.ec(curve))
            let raw = try key.sign(message, algorithm: algorithm, form: .raw)
            let der = try key.sign(message, algorithm: algorithm)
            let isValid = { key.publicKey.isValid(signature: $0, for: message, algorithm: algorithm, form: $1) }
            #expect(raw.count == curve.coordinateSize * 2)
            #expect(isValid(raw, .raw))
            #expect(!isValid(raw, .der))
            #expect(!isValid(der, .raw))
            #expect(!isValid(raw + [0], .raw))
            #expect(!isValid([0] + raw, .raw))
            #expect(!isValid(Array(raw.dropFirst()), .raw))
            #expect(!isValid([UInt8](repeating: 0, count: raw.count), .raw))
        }
    }

    @Test("RS1 is verified but never made")
    func rs1() throws {
        let key = try PrivateKey.generate(.rsa(bits: 1024))
        #expect(throws: CryptoError.wrongKeyForAlgorithm) { try key.sign(message, algorithm: .rs1) }
    }
}

import Crypto
import Testing

struct PublicKeyTests {
    @Test("EC coordinates have exactly the curve's size and lie on it", arguments: Curve.allCases)
    func ec(curve: Curve) throws {
        guard case .ec(_, let x, let y) = try PrivateKey.generate(.ec(curve)).publicKey.parts else { return }
        #expect(try PublicKey.ec(curve: curve, x: x, y: y).parts == .ec(curve, x: x, y: y))
        var changed = y
        changed[y.count - 1] ^= 1
        let zero = [UInt8](repeating: 0, count: x.count)
        let ones = [UInt8](repeating: 0xFF, count: x.count)
        let bad: [([UInt8], [UInt8])] = [
            (x, changed), (y, x), (zero, zero), (ones, y), (x, ones), ([], []), (x, []), (x, [0] + y),
            ([0] + x, [0] + y), (Array(x.dropFirst()), y), (x + y, []),
        ]
        for (x, y) in bad {
            #expect(throws: CryptoError.self) { try PublicKey.ec(curve: curve, x: x, y: y) }
        }
        for other in Curve.allCases where other != curve {
            #expect(throws: CryptoError.self) { try PublicKey.ec(curve: other, x: x, y: y) }
        }
    }

    @Test("RSA numbers are bounded, odd and without leading zeros")
    func rsa() throws {
        let modulus = { (bits: Int) in
            let top: UInt8 = bits % 8 == 0 ? 0x80 : UInt8(1 << (bits % 8 - 1))
            return [top] + [UInt8](repeating: 0x5A, count: (bits + 7) / 8 - 2) + [0x5B]
        }
        for exponent in [[3], [5], [1, 0, 1], [UInt8](repeating: 0xFF, count: 8)] as [[UInt8]] {
            let key = try PublicKey.rsa(modulus: modulus(2048), exponent: exponent)
            #expect(key.parts == .rsa(modulus: modulus(2048), exponent: exponent))
        }
        for bits in [1024, 1025, 4096, 16384] {
            #expect(throws: Never.self) { try PublicKey.rsa(modulus: modulus(bits), exponent: [1, 0, 1]) }
        }
        for bits in [1016, 1023, 16385, 32768] {
            #expect(throws: CryptoError.self) { try PublicKey.rsa(modulus: modulus(bits), exponent: [1, 0, 1]) }
        }
        let long = [1] + [UInt8](repeating: 0, count: 7) + [1]
        for exponent in [[], [0], [1], [2], [4], [0, 3], [1, 0, 0], long] as [[UInt8]] {
            #expect(throws: CryptoError.self) { try PublicKey.rsa(modulus: modulus(2048), exponent: exponent) }
        }
        let even = Array(modulus(2048).dropLast()) + [0x5A]
        for modulus in [[], [0], even, [0] + modulus(2048)] as [[UInt8]] {
            #expect(throws: CryptoError.self) { try PublicKey.rsa(modulus: modulus, exponent: [1, 0, 1]) }
        }
    }

    @Test("Edwards keys have one length, one spelling, a place on the curve and no small order")
    func edwards() throws {
        let small = { (low: UInt8, count: Int) in [low] + [UInt8](repeating: 0, count: count - 1) }
        // The smallest y on and off each curve, by Euler's criterion.
        #expect(throws: Never.self) { try PublicKey.ed25519(small(3, 32)) }
        #expect(throws: Never.self) { try PublicKey.ed25519(small(9, 32)) }
        #expect(throws: Never.self) { try PublicKey.ed448(small(3, 57)) }
        #expect(throws: Never.self) { try PublicKey.ed448(small(9, 57)) }
        let ones = [UInt8](repeating: 0xFF, count: 30)
        let octal = hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
        let other = hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
        var bad25519 = [
            small(0, 32), small(1, 32), small(2, 32), small(7, 32), octal, other, small(3, 31), small(3, 33),
        ]
        for low in 0xEC...0xFF as ClosedRange<UInt8> {
            bad25519 += [[low] + ones + [0x7F], [low] + ones + [0xFF]]
        }
        for raw in bad25519 {
            #expect(throws: CryptoError.self) { try PublicKey.ed25519(raw) }
            var negative = raw
            negative[raw.count - 1] ^= 0x80
            #expect(throws: CryptoError.self) { try PublicKey.ed25519(negative) }
        }
        let half = [UInt8](repeating: 0xFF, count: 27)
        let bad448 = [
            small(0, 57), small(1, 57), small(2, 57), small(6, 57), small(3, 56), small(3, 58),
            [0xFE] + half + [0xFE] + half + [0], [0xFF] + half + [0xFE] + half + [0],
            [UInt8](repeating: 0xFF, count: 57), Array(small(3, 57).dropLast()) + [1],
        ]
        for raw in bad448 { #expect(throws: CryptoError.self) { try PublicKey.ed448(raw) } }
        for _ in 0..<20 {
            #expect(throws: Never.self) { try PrivateKey.generate(.ed25519) }
            #expect(throws: Never.self) { try PrivateKey.generate(.ed448) }
        }
    }

    /// SubjectPublicKeyInfo of kinds that no part of this kit does.
    @Test(
        "Other keys are refused",
        arguments: [
            // P-224; X25519; P-256 with explicit parameters; garbage; nothing.
            "304e301006072a8648ce3d020106052b81040021033a0004c8f7d2d7da8671555a9d4aa8a61e3608e65b2632c9137a0ade2ad3a2"
                + "875da2cfcfcbac79c4e444b138d397cbfdf19876fcbbed43f21a8c14",
            "302a300506032b656e032100d6131cca2a87c5f36d55905e024d887bbb5ef1d4aa63fb83d242decd0d60b743",
            "3082014b3082010306072a8648ce3d02013081f7020101302c06072a8648ce3d0101022100ffffffff0000000100000000000000"
                + "0000000000ffffffffffffffffffffffff305b0420ffffffff00000001000000000000000000000000fffffffffffffffffff"
                + "ffffc04205ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b031500c49d360886e704936a6678"
                + "e1139d26b7819f7e900441046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7"
                + "f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5022100ffffffff00000000ffffffffffffffffbce6faada717"
                + "9e84f3b9cac2fc632551020101034200042ee5c120382a331b5b263e9c3f740e0268c7ee4981e35e31f3565d00927c9e33f86"
                + "f8519f2789fde1ae0bc6bb124d0eff843e3eea9146609870d8d127550cd4d",
            "3000", "",
        ])
    func otherKinds(der: String) {
        #expect(throws: CryptoError.self) { try PublicKey(subjectPublicKeyInfo: hex(der)) }
    }

    @Test("A compressed point is the same key")
    func compressed() throws {
        let der = hex(
            "3039301306072a8648ce3d020106082a8648ce3d03010703220002edfc90074c69af0723e8767990b4d6dc5f1ab6abadabf52f90"
                + "4635787b9523ea")
        let key = try PublicKey(subjectPublicKeyInfo: der)
        guard case .ec(.p256, let x, let y) = key.parts else {
            Issue.record("not P-256")
            return
        }
        #expect(x == Array(der.suffix(32)))
        #expect(try PublicKey.ec(curve: .p256, x: x, y: y) == key)
    }

    @Test("An encrypted private key is refused without asking anybody")
    func encryptedPEM() {
        let pem = """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjDLjG5WWc7QAICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEENxBVknzD4/O8Bt9lP9irEEQGD9
            tKdtum9jIkcyIDs8MR0qMOiOjm26xF202RzJxiIRZpYFJcXigDbiR2EuQeiPT0R9
            ls/X/kcdWAzNsIX4LNA=
            -----END ENCRYPTED PRIVATE KEY-----
            """
        #expect(throws: CryptoError.self) { try PrivateKey(pem: Secret(Array(pem.utf8))) }
        #expect(throws: CryptoError.self) { try PrivateKey(pem: Secret([])) }
        #expect(throws: CryptoError.self) { try PrivateKey(pkcs8: Secret([0x30, 0])) }
    }

    @Test("A private key in DER takes up all of the bytes")
    func trailing() throws {
        let der = try PrivateKey.generate(.ec(.p256)).pkcs8
        #expect(throws: CryptoError.self) { try PrivateKey(pkcs8: Secret(der.bytes + [0])) }
    }
}

import Crypto
import Testing

/// Signatures made by other implementations.
struct KnownSignatureTests {
    private let message = Array("gatehouse".utf8)
    private let modulus = hex(
        "f8de09bb0c3986003910cfa94372f7f9b38660a82bb446ca4ca65f6d1c7fa42de71b7dc1c29e145d63f6b8e1a5c26977de70539570204f2b"
            + "d727376efeeddd02abddc00dd5b6fef0dbf5b7f19ad77f4bde33ec60bd79651bc2a523f01f4900d35938be8c32d0f918b0bf64d3"
            + "f2802a45738e5512f5b8f6691bbf0dbd35d36f81")

    @Test("Ed25519 and Ed448 verify the vectors of RFC 8032, Ed25519 needs S below the group's order")
    func edwards() throws {
        let key = try PublicKey.ed25519(hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
        let r = hex("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da")
        let s = hex("085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
        #expect(key.isValid(signature: r + s, for: [0x72], algorithm: .ed25519))
        // The same S plus the order L: the equation holds, the signature is another.
        let order = hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        var carry = 0
        let malleated = zip(s, order).map { low, high -> UInt8 in
            let sum = Int(low) + Int(high) + carry
            carry = sum >> 8
            return UInt8(sum & 0xFF)
        }
        #expect(!key.isValid(signature: r + malleated, for: [0x72], algorithm: .ed25519))

        let big = try PublicKey.ed448(
            hex(
                "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c0866aea01eb00742802b8438ea4cb82169c235160627b"
                    + "4c3a9480"))
        let signature = hex(
            "26b8f91727bd62897af15e41eb43c377efb9c610d48f2335cb0bd0087810f4352541b143c4b981b7e18f62de8ccdf633fc1bf037ab7cd7"
                + "79805e0dbcc0aae1cbcee1afb2e027df36bc04dcecbf154336c19f0af7e0a6472905e799f1953d2a0ff3348ab21aa4adafd1d2"
                + "34441cf807c03a00")
        #expect(big.isValid(signature: signature, for: [0x03], algorithm: .ed448))
    }

    @Test("RS1 verifies where somebody asks for it")
    func rs1() throws {
        let key = try PublicKey.rsa(modulus: modulus, exponent: [1, 0, 1])
        let signature = hex(
            "6e84d66fabd14464be853c0feb2690a0289e1798c190e69a0a7927cfc06b434b93be68b8b35abd9fe4aaa678134153c98f32f290392e82"
                + "f29b0017570b0ce3ab595cf9ed382461a4791e859cc69f6db30f69f5549b07566ff669566e63fbe143204f30d83b7b3f9cab500f"
                + "c94fa5dda10ee0de884d0cdb2be817c25ed68240fc")
        #expect(key.isValid(signature: signature, for: message, algorithm: .rs1))
        #expect(!key.isValid(signature: signature, for: message, algorithm: .rs256))
        #expect(!key.isValid(signature: signature, for: [], algorithm: .rs1))
    }

    @Test("PSS needs a salt as long as the hash and MGF1 with the same hash")
    func pss() throws {
        let key = try PublicKey.rsa(modulus: modulus, exponent: [1, 0, 1])
        let saltOf32 = hex(
            "a7e1f067c0260a70e3af75e88648e87f0d31ab0990a7e64ecc0e5fce3480c54149a806b6195f6b1907cbed6027e25330e0dd8dbc509504"
                + "7c8c2127e64a0754136ffc2d706eb4a0e8bb413858ff1c4001c6cc553426153e9c686458ca6cb54931be4837482b7c90e42d6927"
                + "576ea778b1b8bdfc014f4701a8e9de50886d679775")
        let saltOf20 = hex(
            "d847abb170822302b9674a0d0db45fc45e58f666ea177c4ed008786729070a21f204776d4e147c29e06a19b9758054faa1ff3c87b26119"
                + "8f989f6ab2c181331a76bd6f1f03cf4e7b7e65b55164bd79e43e645f9a5942edd1e1abf83e2aae8ffdfbba696ae1254fb40ae3cf"
                + "fed69ca99119abd34972ca958685d4bea3e0b7f5fc")
        let otherMask = hex(
            "58092241f3d2e0cd454074713afd8eaf36a315ee4f3d862c3483e8c5a491bd83d2c096023c17db556143a96de6e3a5dda6f4e97b917d16"
                + "297347686415b9dc5a336448489e5edd8247ad7eddb456d80c2979ad7d46d4e02f55836fb8ee055ba002522bd14020054d90a35c"
                + "87882ac941b6e156d1c89095c77e52249fde8c9349")
        #expect(key.isValid(signature: saltOf32, for: message, algorithm: .ps256))
        #expect(!key.isValid(signature: saltOf20, for: message, algorithm: .ps256))
        #expect(!key.isValid(signature: otherMask, for: message, algorithm: .ps256))
    }
}

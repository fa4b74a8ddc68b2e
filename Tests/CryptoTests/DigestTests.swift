import Crypto
import Testing

struct DigestTests {
    @Test("Digests have their known answers (FIPS 180-4)")
    func knownAnswers() {
        let abc = Array("abc".utf8)
        #expect(Digest.sha1(abc) == hex("a9993e364706816aba3e25717850c26c9cd0d89d"))
        #expect(
            Digest.sha256(abc) == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        #expect(
            Digest.sha384(abc)
                == hex(
                    "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"))
        #expect(
            Digest.sha512(abc)
                == hex(
                    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"))
        #expect(Digest.sha256([]) == hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
    }

    @Test(
        "HMAC-SHA-256 has its known answers (RFC 4231)",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func hmac(key: [UInt8], message: String, code: String) {
        #expect(HMACSHA256.code(Array(message.utf8), key: Secret(key)) == hex(code))
    }

    @Test("HKDF has its known answers (RFC 5869, test case 3; the other by an independent library)")
    func hkdf() {
        let short = HKDF.deriveKey(from: Secret([UInt8](repeating: 0x0B, count: 22)), info: "", count: 42)
        #expect(
            short.bytes
                == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
        let master = Secret(Array(0..<32))
        let expected = hex(
            "5e8b9fa4d6926ee231094f71081c58882a0092bb3b3e14ec76a98b44391ca7992ebeca56b9d89076e2946d74c62fa46b"
                + "c2b0512b2c00141e4a9fd62a5e4d6f79fd47cb6b1d3c0ae8a269fb1e4d5c0612")
        #expect(HKDF.deriveKey(from: master, info: "gatehouse/session", count: 80).bytes == expected)
        #expect(HKDF.deriveKey(from: master, info: "gatehouse/session").bytes == Array(expected.prefix(32)))
        #expect(
            HKDF.deriveKey(from: master, info: "gatehouse/other") != HKDF.deriveKey(from: master, info: "gatehouse"))
    }

    @Test("Comparing in constant time compares")
    func comparing() {
        #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
        #expect(constantTimeEqual([], []))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
        #expect(!constantTimeEqual([1, 2, 3], [0, 2, 3]))
        #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
        #expect(!constantTimeEqual([], [0]))
    }

    @Test("The system's random bytes are as many as asked for and not the same twice")
    func random() {
        #expect(RandomBytes.system(0).isEmpty)
        #expect(RandomBytes.system(33).count == 33)
        #expect(RandomBytes.system(32) != RandomBytes.system(32))
        #expect(RandomBytes { [UInt8](repeating: 7, count: $0) }(3) == [7, 7, 7])
    }
}

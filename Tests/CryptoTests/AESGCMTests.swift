import Crypto
import Testing

struct AESGCMTests {
    private let key = Secret(hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
    private let nonce = hex("cafebabefacedbaddecaf888")
    private let plain = hex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
            + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
    private let associated = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    private let sealed = hex(
        "cafebabefacedbaddecaf888522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
            + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b")

    @Test("Sealing has its known answer (GCM specification, test case 16)")
    func knownAnswer() throws {
        #expect(try AESGCM.seal(plain, key: key, nonce: nonce, associatedData: associated) == sealed)
        #expect(AESGCM.open(sealed, key: key, associatedData: associated) == plain)
        let empty = try AESGCM.seal([], key: key, nonce: nonce, associatedData: [])
        #expect(empty == nonce + hex("fd2caa16a5832e76aa132c1453eeda7e"))
        #expect(AESGCM.open(empty, key: key, associatedData: []) == [])
    }

    @Test("Nothing opens after one bit changed anywhere")
    func oneBitOff() {
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x80
            #expect(AESGCM.open(changed, key: key, associatedData: associated) == nil, "byte \(index)")
        }
        #expect(AESGCM.open(sealed, key: key, associatedData: associated + [0]) == nil)
        #expect(AESGCM.open(sealed, key: key, associatedData: []) == nil)
        #expect(AESGCM.open(sealed, key: Secret([UInt8](repeating: 1, count: 32)), associatedData: associated) == nil)
        for count in 0..<sealed.count {
            #expect(AESGCM.open(Array(sealed.prefix(count)), key: key, associatedData: associated) == nil)
        }
    }

    @Test("Keys and nonces have one length")
    func lengths() {
        for count in [0, 16, 31, 33] {
            let key = Secret([UInt8](repeating: 1, count: count))
            #expect(throws: CryptoError.self) {
                try AESGCM.seal(plain, key: key, nonce: nonce, associatedData: [])
            }
            #expect(AESGCM.open(sealed, key: key, associatedData: associated) == nil)
        }
        for count in [0, 11, 13] {
            #expect(throws: CryptoError.self) {
                try AESGCM.seal(plain, key: key, nonce: [UInt8](repeating: 1, count: count), associatedData: [])
            }
        }
    }
}

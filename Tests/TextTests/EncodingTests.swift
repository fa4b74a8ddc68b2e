import FoundationEssentials
import Testing
import Text

struct EncodingTests {
    @Test(
        "base64 has the spellings of RFC 4648",
        arguments: [
            ("", "", ""), ("f", "Zg==", "Zg"), ("fo", "Zm8=", "Zm8"), ("foo", "Zm9v", "Zm9v"),
            ("foob", "Zm9vYg==", "Zm9vYg"), ("fooba", "Zm9vYmE=", "Zm9vYmE"), ("foobar", "Zm9vYmFy", "Zm9vYmFy"),
        ])
    func spellings(text: String, base64: String, base64URL: String) {
        let bytes = Array(text.utf8)
        #expect(Base64.encode(bytes) == base64)
        #expect(Base64.decode(base64) == bytes)
        #expect(Base64URL.encode(bytes) == base64URL)
        #expect(Base64URL.decode(base64URL) == bytes)
    }

    @Test("Every byte comes back")
    func roundTrip() {
        let bytes = (0...255).map { UInt8($0) }
        for count in 0...256 {
            let part = Array(bytes.prefix(count))
            #expect(Base64URL.decode(Base64URL.encode(part)) == part)
            #expect(Base64.decode(Base64.encode(part)) == part)
            #expect(Hex.decode(Hex.encode(part)) == part)
        }
        #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
        #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
    }

    @Test(
        "A second spelling in base64url is refused",
        arguments: [
            "Zg==", "Zg=", "Zh", "Zi", "Zv", "Zm9", "Zm-", "Z", "Zm9vY", "Zm9v ", " Zm9v", "Zm\n9v", "Zm9v\n", "++//",
            "+_",
            "Zm9v.", "Zm9v\0", "Ｚｍ９ｖ", "Zm9v\u{301}", "é", "=", "====",
        ])
    func secondSpelling(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(
        "A second spelling in base64 is refused",
        arguments: [
            "Zg", "Zg=", "Zh==", "Zm9=", "Zg===", "Z===", "====", "=", "Zg==Zg==", "Zg==\n", "Zm9v====", "--__", "Z=g=",
            "Zm 9", "Zm9vZg", "Zm9v\u{301}",
        ])
    func secondPaddedSpelling(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("Only one text decodes to given bytes", arguments: [1, 2])
    func uniqueness(count: Int) {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".map(String.init)
        let texts = count == 1 ? alphabet.flatMap { a in alphabet.map { a + $0 } } : alphabet.map { "AA" + $0 }
        let decoded = texts.compactMap(Base64URL.decode)
        #expect(Set(decoded).count == decoded.count)
        #expect(decoded.count == (count == 1 ? 256 : 16))
    }

    @Test("Hexadecimal takes either case and nothing between")
    func hexadecimal() {
        #expect(Hex.encode([0x00, 0xAB, 0xFF]) == "00abff")
        #expect(Hex.decode("00aBFf") == [0x00, 0xAB, 0xFF])
        for text in ["0", "0g", "00 ", "0x00", "00:ff", "-1", "+1", "０0"] { #expect(Hex.decode(text) == nil) }
    }

    @Test("Byte equality tells apart what Swift calls equal")
    func byteEquality() {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        #expect(composed == decomposed)
        #expect(!composed.isByteEqual(to: decomposed))
        #expect(composed.isByteEqual(to: "\u{E9}"))
        #expect(!"a".isByteEqual(to: "ab"))
    }

    @Test("UUIDs of version 7 carry their version, variant and time in order")
    func uuid() {
        let ones = [UInt8](repeating: 0xFF, count: 10)
        // RFC 9562 appendix A.6.
        let random = Hex.decode("0cc3" + "18c4dc0c0c07398f") ?? []
        let uuid = UUIDv7(now: Date(timeIntervalSince1970: 1_645_557_742), random: random)
        #expect(uuid.text == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
        #expect(uuid.bytes.count == 16)
        let all = UUIDv7(now: Date(timeIntervalSince1970: 0), random: ones)
        #expect(all.text == "00000000-0000-7fff-bfff-ffffffffffff")
        let later = UUIDv7(now: Date(timeIntervalSince1970: 1_645_557_742.001), random: [])
        #expect(uuid.text < later.text)
        for time in [-1.0, .infinity, 1e300, .nan] {
            #expect(UUIDv7(now: Date(timeIntervalSince1970: time), random: ones).bytes.count == 16)
        }
    }
}

import Testing
import Text

struct UsernameTests {
    @Test(
        "A name has one form",
        arguments: [
            ("alice", "alice"), ("ALICE", "alice"), ("Alice.Smith-2_x", "alice.smith-2_x"), ("a", "a"),
            ("42", "42"), ("!#$%&'*+/=?^`{|}~", "!#$%&'*+/=?^`{|}~"), ("juliet+tag", "juliet+tag"),
            // RFC 8265 section 3.5.
            ("fußball", "fußball"), ("FUSSBALL", "fussball"), ("π", "π"), ("Σ", "σ"), ("σ", "σ"), ("ς", "ς"),
            // Case, with the final sigma where a word ends.
            ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ÄÖÜ", "äöü"), ("ЖЕНЯ", "женя"), ("İ", "i\u{307}"), ("Ա", "ա"), ("ẞ", "ß"),
            // Width.
            ("ａｌｉｃｅ", "alice"), ("ＡＬＩＣＥ１", "alice1"), ("ｱﾘｽ", "アリス"), ("ｶﾞ", "ガ"), ("！", "!"),
            // NFC.
            ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"), ("E\u{301}", "\u{E9}"), ("\u{212B}", "\u{E5}"),
            ("\u{1100}\u{1161}", "\u{AC00}"),
            // Other scripts, with marks and digits.
            ("太郎", "太郎"), ("田中・一", "田中・一"), ("สมชาย", "สมชาย"), ("राम", "राम"), ("क्\u{200D}ष", "क्\u{200D}ष"),
            ("אבג", "אבג"), ("אבג1", "אבג1"), ("سلام", "سلام"), ("٤٢", nil), ("سلام٤٢", "سلام٤٢"),
            ("col·legi", "col·legi"),
        ] as [(String, String?)])
    func forms(text: String, expected: String?) {
        let normalized = Username.normalize(text)
        if let expected {
            #expect(normalized?.isByteEqual(to: expected) == true, "\(normalized ?? "nil")")
            #expect(Username.normalize(expected)?.isByteEqual(to: expected) == true)
        } else {
            #expect(normalized == nil)
        }
    }

    @Test(
        "E-mail addresses are names",
        arguments: [
            ("Alice@Example.COM", "alice@example.com"), ("a.b+c@mail.example", "a.b+c@mail.example"),
            ("alice＠example.com", "alice@example.com"), ("jürgen@Müller.example", "jürgen@müller.example"),
            ("a@localhost", "a@localhost"), ("a@xn--mller-kva.example", "a@xn--mller-kva.example"),
            ("אבג@example.com", "אבג@example.com"), ("太郎@例え.jp", "太郎@例え.jp"),
        ])
    func addresses(text: String, expected: String) {
        #expect(Username.normalize(text)?.isByteEqual(to: expected) == true)
    }

    @Test(
        "What is no name is refused",
        arguments: [
            // Nothing, spaces, controls, invisible characters.
            "", " ", "alice smith", " alice", "alice ", "a\tb", "a\nb", "alice\0", "a\u{7F}b", "a\u{85}b", "a\u{A0}b",
            "a\u{3000}b", "a\u{2003}b", "a\u{200B}b", "a\u{200D}b", "a\u{AD}b", "\u{FEFF}alice", "a\u{2028}b",
            "a\u{202E}b",
            "a\u{2066}b", "a\u{FE0F}", "a\u{34F}b", "a\u{E0041}", "a\u{FFFD}", "a\u{FFFF}", "a\u{E000}", "a\u{378}",
            // Symbols and what reads as other letters.
            "🙂", "alice🙂", "♚", "a©", "a“b", "ﬁ", "ℌ", "𝐚lice", "①", "½", "Ⅳ", "ª", "ﷺ", "¼", "a·b", "·", "a﹫b",
            "\u{1100}", "\u{640}", "\u{375}a", "a\u{5F3}", "・", "٤۴",
            // Left and right mixed.
            "aאב", "אבa", "1אב", "abcسلام", "سلام٤2", "א!", "-אב",
            // Addresses.
            "@", "a@", "@example.com", "a@@b", "a@b@c", "a＠b@c", "a@b..c", "a@.b", "a@b.", "a@-b.c", "a@b-.c", "a@b c",
            "a@b_c", "a@b/c", "a@b:c", "a@[127.0.0.1]", "a@b!", "aא@b", "b@אa", "b@exa%mple",
        ])
    func refused(text: String) {
        #expect(Username.normalize(text) == nil)
    }

    @Test("A name has at most 255 bytes")
    func length() {
        let longest = String(repeating: "a", count: 255)
        #expect(Username.normalize(longest) == longest)
        #expect(Username.normalize(longest + "a") == nil)
        #expect(Username.normalize(String(repeating: "é", count: 127))?.utf8.count == 254)
        #expect(Username.normalize(String(repeating: "é", count: 128)) == nil)
        // Three bytes each before the mapping, one after.
        #expect(Username.normalize(String(repeating: "Ａ", count: 255)) == longest)
        #expect(Username.normalize(String(repeating: "a", count: 1_000_000)) == nil)
    }

    @Test("Normalising again changes nothing, for every scalar outside the large ideograph blocks")
    func idempotence() {
        var valid = 0
        let ideographs: [ClosedRange<UInt32>] = [0x3500...0x9F00, 0xAC10...0xD700, 0x17000...0x18C00]
        for value in UInt32(0)...0x1FFFF where !ideographs.contains(where: { $0.contains(value) }) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in [String(scalar), "a" + String(scalar)] {
                guard let once = Username.normalize(text) else { continue }
                valid += 1
                #expect(Username.normalize(once)?.isByteEqual(to: once) == true, "U+\(String(value, radix: 16))")
            }
        }
        #expect(valid > 20_000)
    }
}

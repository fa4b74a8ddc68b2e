import Testing
import Text

struct PublicSuffixTests {
    @Test(
        "A host's registrable domain is one label below its suffix",
        arguments: [
            ("example.com", "example.com"), ("a.b.example.com", "example.com"), ("shop.example.co.uk", "example.co.uk"),
            ("me.github.io", "me.github.io"), ("www.me.github.io", "me.github.io"),
            ("www.city.kobe.jp", "city.kobe.jp"),
            ("a.b.c.kobe.jp", "b.c.kobe.jp"), ("xn--85x722f.com.cn", "xn--85x722f.com.cn"),
            ("com", nil), ("co.uk", nil), ("github.io", nil), ("kobe.jp", nil), ("c.kobe.jp", nil),
            ("localhost", nil), ("acme.localhost", nil), ("intranet", nil), ("host.unknown-tld", nil),
            ("127.0.0.1", nil),
            ("1.2.3.com.4", nil), ("::1", nil), ("[::1]", nil), ("", nil), (".", nil), (".com", nil),
            ("example.com.", nil),
            ("a..com", nil), ("Example.COM", nil), ("exa mple.com", nil), ("bücher.com", nil), ("example.com\0", nil),
        ] as [(String, String?)])
    func registrable(host: String, expected: String?) {
        #expect(PublicSuffix.registrableDomain(host) == expected)
    }

    @Test(
        "Suffixes are what the list names",
        arguments: [
            ("com", true), ("co.uk", true), ("github.io", true), ("jp", true), ("kobe.jp", true), ("x.kobe.jp", true),
            ("city.kobe.jp", false), ("example.com", false), ("localhost", false), ("acme.localhost", false),
            ("intranet", false), ("127.0.0.1", false), ("10", false), ("::1", false), ("", false), ("COM", false),
        ])
    func suffix(host: String, expected: Bool) {
        #expect(PublicSuffix.isPublicSuffix(host) == expected)
    }

    @Test("Long hosts are none")
    func long() {
        #expect(PublicSuffix.registrableDomain(String(repeating: "a.", count: 126) + "com") == nil)
        #expect(PublicSuffix.registrableDomain(String(repeating: "a", count: 64) + ".com") == nil)
        #expect(!PublicSuffix.isPublicSuffix(String(repeating: "a.", count: 100_000) + "com"))
    }
}

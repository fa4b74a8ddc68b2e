import Testing

@testable import Tenancy

@Suite("Hosts, origins, RP IDs")
struct NameTests {
    @Test(arguments: [
        "https://a.example", "https://a.example:8443", "http://localhost:8080", "https://127.0.0.1",
        "http://[::1]:80800"
            .replacing("80800", with: "8080"), "https://xn--bcher-kva.example", "https://a-b.c9.example",
    ])
    func `an origin is what browsers report`(text: String) {
        #expect(Origin(text)?.text == text)
    }

    @Test(
        arguments: [
            ("acme.example", "https://acme.example"), ("https://acme.example/", "https://acme.example"),
            ("HTTPS://Acme.Example", "https://acme.example"), ("https://acme.example/path?x#y", "https://acme.example"),
            ("https://acme.example:443", "https://acme.example"), ("http://localhost:80", "http://localhost"),
            ("https://acme.example.", "https://acme.example"), ("acme.example:8443", "https://acme.example:8443"),
            ("http://acme.example:8080", "https://acme.example"), ("localhost", "https://localhost"),
            ("https://user@acme.example", nil), ("https://", nil), ("", nil), ("https://a..example", nil),
            ("https://-a.example", nil), ("https://acme.example:0", nil), ("https://acme.example:65536", nil),
            ("https://acme.example:08443", nil), ("https://acme.example:", nil), ("ftp://acme.example", nil),
            ("https://a_b.example", nil), ("https://1.2.3", nil), ("https://1.2.3.256", nil), ("https://01.2.3.4", nil),
            ("https://[::1", nil), ("https://[1]", nil), ("https://*.example", nil), ("null", "https://null"),
            ("https://" + String(repeating: "a", count: 64) + ".example", nil), ("https://bücher.example", nil),
        ] as [(String, String?)])
    func `other spellings are none, with a suggestion where there is one`(text: String, suggestion: String?) {
        #expect(Origin(text) == nil || Origin(text)?.isHTTPS == false)
        #expect(Origin.suggestion(for: text) == suggestion)
    }

    @Test func `parts of an origin`() throws {
        let origin = try #require(Origin("https://id.acme.example"))
        #expect(origin.host == "id.acme.example" && origin.port == 443 && origin.authority == "id.acme.example")
        let local = try #require(Origin("http://localhost:8080"))
        #expect(local.host == "localhost" && local.port == 8_080 && local.authority == "localhost:8080")
        #expect(local.isLoopbackHTTP && !origin.isLoopbackHTTP)
    }

    @Test(arguments: [
        (
            "issuer: http://127.0.0.1:8080",
            "2:9: relying_party.id: \"127.0.0.1\" is an address; an RP ID is a domain, for trying out \"localhost\""
        ),
        (
            "issuer: https://co.uk",
            "2:9: relying_party.id: \"co.uk\" is a public suffix, below which others register; write your own domain under it"
        ),
        (
            "issuer: https://a.github.io\nrelying_party: {id: github.io}",
            "3:21: relying_party.id: \"github.io\" is a public suffix, below which others register; write your own domain under it"
        ),
        (
            "issuer: https://acme.example\nrelying_party: {id: \"https://acme.example\"}",
            "3:21: relying_party.id: \"https://acme.example\" is not a domain; write \"acme.example\""
        ),
        (
            "issuer: https://acme.example\nrelying_party: {id: ACME.example}",
            "3:21: relying_party.id: \"ACME.example\" is not a domain; write \"acme.example\""
        ),
        (
            "issuer: https://acme.example\nrelying_party: {id: 192.0.2.1}",
            "3:21: relying_party.id: \"192.0.2.1\" is an address; an RP ID is a domain, for trying out \"localhost\""
        ),
        (
            "issuer: http://acme.localhost:8080\nrelying_party: {id: localhost}",
            "3:21: relying_party.id: the issuer \"http://acme.localhost:8080\" is not under the RP ID \"localhost\"; write it in related_origins, too"
        ),
        (
            "issuer: https://acme.example\nrelying_party: {id: shop.acme.example}",
            "3:21: relying_party.id: the issuer \"https://acme.example\" is not under the RP ID \"shop.acme.example\"; write it in related_origins, too"
        ),
        (
            "issuer: http://id.acme.example",
            "2:9: issuer: \"http://id.acme.example\" is http, which only loopback names may be; write \"https://id.acme.example\""
        ),
        (
            "issuer: https://id.acme.example/auth",
            "2:9: issuer: \"https://id.acme.example/auth\" is not an origin; write \"https://id.acme.example\""
        ),
    ])
    func `an RP ID is a domain of one's own, over the origins`(lines: String, fault: String) {
        let faults = TenantText.decode("name: A\n" + lines).faults
        #expect(faults.map(\.description) == ["tenants/acme.yaml:" + fault])
    }

    @Test(arguments: [
        ("Acme", false), ("", false), ("-a", false), ("a_b", false), ("a.b", false), ("a", true), ("0", true),
        (String(repeating: "a", count: 63), true), (String(repeating: "a", count: 64), false), ("é", false),
    ])
    func `ids of tenants`(text: String, isID: Bool) {
        #expect((TenantID(text) != nil) == isID)
    }

    @Test(
        arguments: [
            ("orgins", "origins"), ("Origins", "origins"), ("sigin_up", "sign_up"), ("signup", "sign_up"),
            ("hsots", "hosts"), ("zzzzzz", nil), ("", nil),
        ] as [(String, String?)])
    func `the nearest name`(text: String, name: String?) {
        #expect(Spelling.nearest(to: text, among: ["origins", "hosts", "sign_up", "name"]) == name)
    }
}

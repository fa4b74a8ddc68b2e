import Testing

@testable import Tenancy

@Suite("Which tenant answers on a host")
struct DirectoryTests {
    private static let directory = Result {
        TenantDirectory(
            try [
                TenantText.decoded(
                    "acme", "issuer: https://id.acme.example\nhosts: [acme.example, \"x.acme.example:8443\"]"),
                TenantText.decoded("demo", "issuer: http://localhost:8080\nhosts: [www.localhost]"),
                TenantText.decoded("plain", "issuer: http://plain.localhost"),
                TenantText.decoded(
                    "six",
                    "issuer: \"http://[::1]:8080\"\nrelying_party: {id: six.localhost, related_origins: [\"http://[::1]:8080\"]}\nhosts: [six.localhost]"
                ),
            ].map(\.tenant))
    }

    @Test(arguments: [
        ("id.acme.example", "acme", true), ("ID.Acme.Example", "acme", true), ("id.acme.example:443", "acme", true),
        ("acme.example", "acme", false), ("acme.example:443", "acme", false), ("x.acme.example:8443", "acme", false),
        ("localhost:8080", "demo", true), ("LOCALHOST:8080", "demo", true),
        ("www.localhost", "demo", false), ("www.localhost:8080", "demo", false), ("www.localhost:80", "demo", false),
        ("plain.localhost", "plain", true), ("plain.localhost:80", "plain", true), ("[::1]:8080", "six", true),
    ])
    func `a listed host finds its tenant`(host: String, id: String, isIssuer: Bool) throws {
        let found = try #require(try Self.directory.get().tenant(host: host))
        #expect(found.tenant.id.text == id)
        #expect(found.isIssuer == isIssuer)
    }

    @Test(arguments: [
        "", ".", "example", "other.example", "id.acme.example.", "id.acme.example:80", "id.acme.example:8443",
        "id.acme.example:", "id.acme.example:0443", "id.acme.example:443:443", "user@id.acme.example",
        "user:pass@id.acme.example", "id.acme.example@evil.example", " id.acme.example", "id.acme.example ",
        "id.acme.example,acme.example", "id.acme.example/", "https://id.acme.example", "a.id.acme.example",
        "x.acme.example", "localhost", "localhost:80", "localhost:8081", "127.0.0.1:8080", "[::1]", "::1",
        "id.acme.example\u{0}", "id\u{2024}acme.example", "\u{ff49}d.acme.example", "id.acme.example\r\nX: y",
        String(repeating: "a", count: 300),
    ])
    func `anything else finds none`(host: String) throws {
        #expect(try Self.directory.get().tenant(host: host) == nil)
    }

    @Test func `a tenant can be taken off the air`() throws {
        let directory = try Self.directory.get()
        let without = directory.without(try #require(TenantID("demo")))
        #expect(without.tenant(host: "localhost:8080") == nil)
        #expect(without.tenants.count == directory.tenants.count - 1)
        #expect(without.tenant(host: "acme.example") != nil)
    }
}

import Testing

@testable import Tenancy

@Suite("What two tenants must not both claim")
struct ConflictTests {
    private static let rows: [(name: String, a: String, b: String, faults: [String])] = [
        (
            "one host", "issuer: https://a.example\nhosts: [both.example]",
            "issuer: https://b.example\nhosts: [both.example]",
            [
                "tenants/a.yaml:3:9: hosts[0]: the host \"both.example\" is also tenant \"b\"'s (tenants/b.yaml)",
                "tenants/b.yaml:3:9: hosts[0]: the host \"both.example\" is also tenant \"a\"'s (tenants/a.yaml)",
            ]
        ),
        (
            "one host, with and without its default port", "issuer: https://a.example\nhosts: [\"both.example:443\"]",
            "issuer: https://b.example\nhosts: [both.example]",
            [
                "tenants/a.yaml:3:9: hosts[0]: the host \"both.example:443\" is also tenant \"b\"'s (tenants/b.yaml)",
                "tenants/b.yaml:3:9: hosts[0]: the host \"both.example:443\" is also tenant \"a\"'s (tenants/a.yaml)",
            ]
        ),
        (
            "one RP ID", "issuer: https://a.acme.example\nrelying_party: {id: acme.example}",
            "issuer: https://b.acme.example\nrelying_party: {id: acme.example}",
            [
                "tenants/a.yaml:3:21: relying_party.id: the RP ID \"acme.example\" is also tenant \"b\"'s (tenants/b.yaml)",
                "tenants/b.yaml:3:21: relying_party.id: the RP ID \"acme.example\" is also tenant \"a\"'s (tenants/a.yaml)",
            ]
        ),
        (
            "an RP ID over another's issuer", "issuer: https://acme.example", "issuer: https://shop.acme.example",
            [
                "tenants/a.yaml:2:9: issuer: the RP ID \"acme.example\" reaches \"shop.acme.example\" of tenant \"b\"'s (tenants/b.yaml)",
                "tenants/b.yaml:2:9: issuer: \"shop.acme.example\" is under the RP ID \"acme.example\" of tenant \"a\"'s (tenants/a.yaml)",
            ]
        ),
        (
            "an RP ID over another's host", "issuer: https://acme.example",
            "issuer: https://b.example\nhosts: [\"shop.acme.example:8443\"]",
            [
                "tenants/a.yaml:2:9: issuer: the RP ID \"acme.example\" reaches \"shop.acme.example\" of tenant \"b\"'s (tenants/b.yaml)",
                "tenants/b.yaml:3:9: hosts[0]: \"shop.acme.example\" is under the RP ID \"acme.example\" of tenant \"a\"'s (tenants/a.yaml)",
            ]
        ),
        (
            "an RP ID that is another's origin", "issuer: https://acme.example",
            "issuer: https://b.example\nhosts: [b.example]\nrelying_party: {related_origins: [https://acme.example]}",
            [
                "tenants/a.yaml:2:9: issuer: the RP ID \"acme.example\" reaches \"acme.example\" of tenant \"b\"'s (tenants/b.yaml)",
                "tenants/b.yaml:4:35: relying_party.related_origins[0]: \"acme.example\" is under the RP ID \"acme.example\" of tenant \"a\"'s (tenants/a.yaml)",
            ]
        ),
        ("localhost is no parent", "issuer: http://localhost:8080", "issuer: http://b.localhost:8080", []),
        ("siblings", "issuer: https://a.acme.example", "issuer: https://b.acme.example", []),
        ("a name that ends alike", "issuer: https://acme.example", "issuer: https://notacme.example", []),
        ("a public suffix is no parent", "issuer: https://a.github.io", "issuer: https://b.github.io", []),
        (
            "two ports of one name", "issuer: http://localhost:1", "issuer: http://localhost:2",
            [
                "tenants/a.yaml:2:9: issuer: the RP ID \"localhost\" is also tenant \"b\"'s (tenants/b.yaml)",
                "tenants/b.yaml:2:9: issuer: the RP ID \"localhost\" is also tenant \"a\"'s (tenants/a.yaml)",
            ]
        ),
    ]

    @Test(arguments: rows) func `is a fault of both`(name: String, a: String, b: String, faults: [String]) throws {
        let third = try TenantText.decoded("c", "issuer: https://c.example")
        let conflicts = TenantConflicts(
            [try TenantText.decoded("a", a), try TenantText.decoded("b", b), third], bound: [])
        #expect(conflicts.faults.map(\.description).sorted() == faults, "\(name)")
        #expect(conflicts.tenants.map(\.id.text) == (faults.isEmpty ? ["a", "b", "c"] : ["c"]))
    }

    @Test func `a tenant that the database knows keeps what a new one claims`() throws {
        let old = try TenantText.decoded("old", "issuer: https://acme.example")
        let new = try TenantText.decoded("new", "issuer: https://id.acme.example\nhosts: [acme.example]")
        let conflicts = TenantConflicts([new, old], bound: [try #require(TenantID("old"))])
        #expect(conflicts.tenants.map(\.id.text) == ["old"])
        #expect(conflicts.faults.allSatisfy { $0.file == "tenants/new.yaml" } && !conflicts.faults.isEmpty)
    }

    @Test func `one id twice is a fault of the second file`() throws {
        let text = try TenantText.decoded("a", "issuer: https://a.example")
        let conflicts = TenantConflicts([text, text], bound: [])
        #expect(conflicts.tenants.count == 1 && conflicts.faults.count == 1)
    }
}

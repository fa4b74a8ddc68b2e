import Features
import HTTP
import JSON
import TestSupport
import Testing

/// The tenant is the request's host, from one source, and there is no default.
@Suite struct HostTests {
    private static let path = "/passkeys/authentication/options"

    /// The RP ID that a request's options name; nil if no tenant was found.
    private func party(
        _ lab: Lab, host: String, _ headers: [(name: String, value: String)] = [], target: String = path
    ) async throws -> String? {
        let answer = try await lab.client.send(
            HTTPTestRequest("POST", target, host: host.replacing("PORT", with: "\(lab.client.port)"), headers: headers))
        if answer.status == 404 {
            expectRefusal(answer, 404, answer.code == "path_unknown" ? "path_unknown" : "tenant_unknown")
        }
        return answer.json["rpId"]?.string
    }

    private func expectParty(
        _ expected: String?, _ lab: Lab, host: String, _ headers: [(name: String, value: String)] = [],
        target: String = path, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await party(lab, host: host, headers, target: target)
        #expect(found == expected, comment, sourceLocation: sourceLocation)
    }

    static let hosts: [(String, String?)] = [
        ("id.acme.example", "acme.example"), ("ID.ACME.example", "acme.example"),
        ("id.acme.example:443", "acme.example"), ("bolt.localhost:PORT", "bolt.localhost"),
        ("BOLT.localhost:PORT", "bolt.localhost"),
        ("bolt.localhost", nil), ("bolt.localhost:1", nil), ("bolt.localhost:80", nil), ("id.acme.example:80", nil),
        ("id.acme.example:PORT", nil), ("id.acme.example.", nil), ("id.acme.example.:443", nil),
        ("id.acme.example:", nil), ("id.acme.example:0443", nil), ("id.acme.example:443:443", nil),
        ("acme.example", nil), ("www.acme.example", nil), ("x.id.acme.example", nil), ("acme", nil), ("localhost", nil),
        ("localhost:PORT", nil), ("127.0.0.1:PORT", nil), ("[::1]:PORT", nil), ("evil.example", nil),
        ("id.acme.example_", nil), ("id-acme.example", nil),
    ]

    @Test func `a host finds its tenant, whole and in any case, and nothing else does`() async throws {
        try await Lab.with { lab in
            for (host, expected) in Self.hosts {
                try await expectParty(expected, lab, host: host, [], "\(host)")
            }
        }
    }

    @Test(arguments: [
        "", "a@id.acme.example", "id.acme.example,bank.example", "id.acme.example bank.example",
        "id.acme.example/", "id.acme.example#", "idacmeé",
    ])
    func `what is no host is refused before any tenant`(_ host: String) async throws {
        try await Lab.with { lab in
            let answer = try await lab.client.send(HTTPTestRequest("POST", Self.path, host: host))
            #expect(answer.status == 400, "\(answer.text)")
        }
    }

    static let raw: [(String, String)] = [
        ("two hosts", "POST \(path) HTTP/1.1\r\nHost: id.acme.example\r\nHost: bank.example\r\n"),
        ("no host", "POST \(path) HTTP/1.1\r\n"),
        ("another absolute target", "POST https://bank.example\(path) HTTP/1.1\r\nHost: id.acme.example\r\n"),
        ("a fragment", "POST \(path)#x HTTP/1.1\r\nHost: id.acme.example\r\n"),
        ("two lengths", "POST \(path) HTTP/1.1\r\nHost: id.acme.example\r\nContent-Length: 0\r\nContent-Length: 0\r\n"),
    ]

    @Test(arguments: raw)
    func `an ambiguous request is refused`(_ request: (what: String, head: String)) async throws {
        try await Lab.with { lab in
            let answer = try await lab.client.send(Array((request.head + "Connection: close\r\n\r\n").utf8))
            #expect(answer.status == 400, "\(answer.text)")
        }
    }

    /// Everything else that might name a tenant.
    static let names: [(name: String, value: String)] = [
        ("X-Forwarded-Host", "bank.example"), ("Forwarded", "host=bank.example"), ("X-Host", "bank.example"),
        ("X-Original-Host", "bank.example"), ("X-Tenant", "bank"), ("X-Forwarded-Server", "bank.example"),
        ("X-Original-URL", "https://bank.example/"), ("X-Rewrite-URL", "/session"), ("Origin", "https://acme.example"),
    ]

    @Test(arguments: names, [true, false])
    func `by default no header but Host names a tenant, whoever the peer is`(
        _ header: (name: String, value: String), _ isTrusted: Bool
    ) async throws {
        let proxies = isTrusted ? [try #require(NetworkPrefix("127.0.0.0/8"))] : []
        try await Lab.with(trust: ProxyTrust(proxies: proxies)) { lab in
            try await expectParty("acme.example", lab, host: "id.acme.example", [header])
            try await expectParty(nil, lab, host: "evil.example", [header])
            let query = Self.path + "?tenant=bank&host=bank.example"
            try await expectParty("acme.example", lab, host: "id.acme.example", target: query)
        }
    }

    /// The source, whether the peer is trusted, the headers, and who is found.
    static let forwarded: [(ProxyTrust.HostSource, Bool, [(name: String, value: String)], String?)] = [
        (.xForwardedHost, true, [("X-Forwarded-Host", "bank.example")], "bank.example"),
        (.xForwardedHost, true, [("X-Forwarded-Host", "BANK.example")], "bank.example"),
        (.xForwardedHost, false, [("X-Forwarded-Host", "bank.example")], nil),
        (.xForwardedHost, true, [], nil),
        (.xForwardedHost, true, [("X-Forwarded-Host", "bank.example, id.acme.example")], nil),
        (.xForwardedHost, true, [("X-Forwarded-Host", "bank.example"), ("X-Forwarded-Host", "bank.example")], nil),
        (.xForwardedHost, true, [("X-Forwarded-Host", "x@bank.example")], nil),
        (.xForwardedHost, true, [("X-Forwarded-Host", "bank.example.")], nil),
        (.xForwardedHost, true, [("Forwarded", "host=bank.example")], nil),
        (.forwarded, true, [("Forwarded", "for=1.2.3.4;host=bank.example;proto=https")], "bank.example"),
        (.forwarded, true, [("Forwarded", "host=\"bank.example\"")], "bank.example"),
        (.forwarded, true, [("Forwarded", "Host=bank.example")], "bank.example"),
        (.forwarded, false, [("Forwarded", "host=bank.example")], nil),
        (.forwarded, true, [("Forwarded", "host=bank.example;host=id.acme.example")], nil),
        (.forwarded, true, [("Forwarded", "host=bank.example, host=id.acme.example")], nil),
        (.forwarded, true, [("Forwarded", "host=bank.example"), ("Forwarded", "host=bank.example")], nil),
        (.forwarded, true, [("Forwarded", "for=1.2.3.4")], nil),
        (.forwarded, true, [("Forwarded", "host")], nil),
        (.forwarded, true, [("Forwarded", ";;=;host=\"")], nil),
        (.forwarded, true, [("X-Forwarded-Host", "bank.example")], nil),
    ]

    @Test func `a forwarded host counts from one source, from a trusted proxy, once`() async throws {
        for source in [ProxyTrust.HostSource.xForwardedHost, .forwarded] {
            for isTrusted in [true, false] {
                let proxies = isTrusted ? [try #require(NetworkPrefix("127.0.0.0/8"))] : []
                try await Lab.with(trust: ProxyTrust(proxies: proxies, hostFrom: source)) { lab in
                    for row in Self.forwarded where row.0 == source && row.1 == isTrusted {
                        try await expectParty(row.3, lab, host: "id.acme.example", row.2, "\(row)")
                    }
                }
            }
        }
    }

    @Test func `nothing that a request says reaches a link`() async throws {
        try await Lab.with { lab in
            let answer = try await lab.client.send(
                HTTPTestRequest(
                    "GET", "/nowhere?x=evil.example", host: "ID.acme.example",
                    headers: [("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "http")]))
            expectRefusal(answer, 404, "path_unknown")
            #expect(answer.json["type"] == "https://id.acme.example/error?code=path_unknown")
            #expect(!answer.text.contains("evil"))
        }
    }
}

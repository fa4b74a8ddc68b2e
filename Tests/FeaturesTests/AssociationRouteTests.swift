import JSON
import TestSupport
import Testing

/// The association files over HTTP: exact types, validators, no redirects.
@Suite(.lab) struct AssociationRouteTests {
    private func ask(
        _ method: String, _ path: String, host: String = "acme.example", _ headers: [(name: String, value: String)] = []
    ) async throws -> HTTPTestAnswer {
        try await Lab.current().client.send(HTTPTestRequest(method, path, host: host, headers: headers))
    }

    /// Path, type, and the hosts of acme on which it is there.
    static let files: [(String, [String])] = [
        ("/.well-known/apple-app-site-association", ["acme.example", "id.acme.example"]),
        ("/.well-known/assetlinks.json", ["acme.example", "id.acme.example"]),
        ("/.well-known/webauthn", ["acme.example"]),
        ("/.well-known/passkey-endpoints", ["acme.example", "id.acme.example"]),
    ]

    @Test(arguments: files)
    func `a file is served with its type and validators, whatever the query`(
        _ file: (path: String, hosts: [String])
    ) async throws {
        for host in ["acme.example", "id.acme.example"] {
            let answer = try await ask("GET", file.path, host: host)
            guard file.hosts.contains(host) else {
                expectRefusal(answer, 404, "path_unknown")
                continue
            }
            expectGood(answer)
            #expect(answer["Content-Type"] == "application/json")
            #expect(answer["Cache-Control"] == "max-age=300")
            #expect(answer["Location"] == nil)
            let tag = try #require(answer["ETag"])
            for query in ["?x=1", "?", "?%ff"] {
                #expect(try await ask("GET", file.path + query, host: host).body == answer.body)
            }
            for known in [tag, "W/\(tag)", "\"a\", \(tag)", "*"] {
                let again = try await ask("GET", file.path, host: host, [("If-None-Match", known)])
                #expect(again.status == 304, "\(known)")
                #expect(again["ETag"] == tag)
                #expect(again["Access-Control-Allow-Origin"] == "*")
            }
            for other in ["\"a\"", "", tag.replacing("\"", with: ""), "W/"] {
                #expect(
                    try await ask("GET", file.path, host: host, [("If-None-Match", other)]).status == 200, "\(other)")
            }
        }
    }

    @Test func `the files say what the verifier uses`() async throws {
        let apple = try await ask("GET", "/.well-known/apple-app-site-association").json
        #expect(apple["webcredentials"]?["apps"] == ["ABCDE12345.com.acme.shop"])
        let android = try await ask("GET", "/.well-known/assetlinks.json").json
        let target = try #require(android.array?.first?["target"])
        #expect(target["sha256_cert_fingerprints"] == [.string(LabFiles.fingerprint)])
        let related = try await ask("GET", "/.well-known/webauthn").json
        #expect(related == ["origins": ["https://acme.co.uk"]])
        #expect(try await ask("GET", "/.well-known/passkey-endpoints").body == Array("{}".utf8))
    }

    @Test func `what a tenant does not have is 404`() async throws {
        for (path, _) in Self.files where path != "/.well-known/passkey-endpoints" {
            expectRefusal(try await ask("GET", path, host: "vault.example"), 404, "path_unknown")
        }
        let text = "/.well-known/apple-developer-domain-association.txt"
        expectRefusal(try await ask("GET", text), 404, "path_unknown")
    }

    @Test func `two tenants' files differ`() async throws {
        let bank = try await ask("GET", "/.well-known/webauthn", host: "bank.example").json
        #expect(bank == ["origins": ["https://bank.co.uk"]])
    }
}

/// Calls that only demo tenants have.
@Suite(.lab) struct DemoTests {
    @Test func `the page sees what a service would see`() async throws {
        let lab = try Lab.current()
        var page = Visitor.issuerPage(lab, .bolt)
        try await page.signUp("demo")
        let seen = expectGood(try await page.send("GET", "/demo/introspection"))
        #expect(seen["active"] == true)
        #expect(seen["username"] == "demo")
        #expect(seen["iss"]?.string == page.tenant.issuer)
        #expect(seen["sid"] == page.session["id"])
    }

    @Test func `a bearer session for the shell is seen by services and can lose nothing`() async throws {
        let lab = try Lab.current()
        var page = Visitor.issuerPage(lab, .bolt)
        try await page.signUp()
        let answer = try await page.send("POST", "/demo/bearer")
        expectGood(answer, 201)
        #expect(answer["Set-Cookie"] == nil)
        var shell = Visitor.app(lab, .bolt)
        try shell.adopt(answer)
        #expect(shell.reauthentication == nil)
        #expect(try await lab.introspect(shell).json["active"] == true)
        expectRefusal(try await shell.send("DELETE", "/account"), 403, "reauthentication_required")
        expectRefusal(
            try await shell.send("POST", Visitor.registration + "/options", [:]), 403, "reauthentication_required")
        // Only a page's cookie gets one.
        expectRefusal(try await shell.send("POST", "/demo/bearer"), 403, "cross_site_request")
        expectRefusal(try await Visitor.app(lab, .bolt).send("POST", "/demo/bearer"), 401, "session_required")
        let elsewhere = page.with { $0.origin = "https://evil.example" }
        expectRefusal(try await elsewhere.send("POST", "/demo/bearer"), 403, "cross_site_request")
    }
}

import Foundation
import JSON
import TestSupport
import Testing

@Suite(.lab) struct IntrospectionTests {
    private static let path = "/oauth2/introspect"

    @Test func `a live session is described to a service`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp("seen")
        let answer = try await lab.introspect(app)
        let seen = expectGood(answer)
        #expect(answer["Content-Type"] == "application/json")
        #expect(answer["Cache-Control"] == "no-store")
        let expected: JSONObject = [
            "active": true, "iss": "https://id.acme.example", "username": "seen", "scope": "",
            "aud": "https://id.acme.example", "token_type": "Bearer", "token_use": "session",
            "amr": ["swk", "user", "mfa"], "acr": "phr", "auth_time": .integer(LabClock.startSeconds),
            "iat": .integer(LabClock.startSeconds), "exp": .integer(LabClock.startSeconds + 2_592_000),
            "sub": app.session["user"]?["id"] ?? .null, "sid": app.session["id"] ?? .null,
        ]
        for member in expected.members { #expect(seen[member.name] == member.value, "\(member.name)") }
        #expect(seen["jti"]?.string?.isEmpty == false)
        #expect(seen["client_id"] == nil)
        #expect((seen.object?.members.count ?? 0) == expected.members.count + 1)
        // From memory the same bytes come.
        #expect(try await lab.introspect(app).body == answer.body)
    }

    @Test func `an address that nobody proved is no name for a service`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp("ceo@corp.example")
        let seen = expectGood(try await lab.introspect(app))
        #expect(seen["active"] == true)
        #expect(seen["username"] == nil)
    }

    @Test func `a page's cookie is no token for a service`() async throws {
        let lab = try Lab.current()
        var page = Visitor.issuerPage(lab)
        try await page.signUp()
        let answer = try await lab.form("/oauth2/introspect", .acme, [("token", try #require(page.cookie))])
        #expect(answer.json == ["active": false])
        expectGood(try await page.send("GET", "/session"))
    }

    @Test func `minimal tells only whether, and until when`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp()
        for _ in 0..<2 {
            let answer = try await lab.form(
                Self.path, .acme, [("token", app.token ?? ""), ("minimal", "true")])
            #expect(
                answer.json == ["active": true, "exp": .integer(LabClock.startSeconds + 2_592_000)])
        }
    }

    static let logins: [(Lab.ServiceLogin, Int, String)] = [
        (.basic("service", LabTenant.acme.serviceSecret), 200, ""),
        (.post("service", LabTenant.acme.serviceSecret), 200, ""),
        (.none, 401, "invalid_client"),
        (.basic("service", LabTenant.acme.blindSecret), 401, "invalid_client"),
        (.basic("service", ""), 401, "invalid_client"),
        (.basic("service", LabTenant.acme.serviceSecret + "x"), 401, "invalid_client"),
        (.basic("SERVICE", LabTenant.acme.serviceSecret), 401, "invalid_client"),
        (.basic("nobody", LabTenant.acme.serviceSecret), 401, "invalid_client"),
        (.basic("acme-web", ""), 401, "invalid_client"),
        (.post("acme-web", ""), 401, "invalid_client"),
        (.post("service", LabTenant.bolt.serviceSecret), 401, "invalid_client"),
        (.basic("service", LabTenant.bolt.serviceSecret), 401, "invalid_client"),
    ]

    @Test(arguments: logins, ["/oauth2/introspect", "/oauth2/revoke"])
    func `a service says who it is in one right way`(
        _ login: (how: Lab.ServiceLogin, status: Int, error: String), _ path: String
    ) async throws {
        let lab = try Lab.current()
        let answer = try await lab.form(path, .acme, [("token", "x")], as: login.how)
        #expect(answer.status == login.status, "\(answer.text)")
        #expect(answer.json["error"]?.string ?? "" == login.error)
        #expect((answer["WWW-Authenticate"]?.hasPrefix("Basic ") == true) == (login.status == 401))
        #expect(answer["Cache-Control"] == "no-store")
    }

    @Test(arguments: [
        "Basic", "Basic !!!", "Basic c2VydmljZQ==", "Bearer x", "Basic  eDp5", "Negotiate eDp5", "Basic /w==",
    ])
    func `a malformed Authorization is no client`(_ field: String) async throws {
        let answer = try await Lab.current().form(
            Self.path, .acme, [("token", "x")], as: Lab.ServiceLogin.none, headers: [("Authorization", field)])
        #expect(answer.status == 401, "\(answer.text)")
        #expect(answer.json["error"] == "invalid_client")
    }

    @Test func `two ways at once are refused`() async throws {
        let lab = try Lab.current()
        let secret = LabTenant.acme.serviceSecret
        let both = try await lab.form(
            Self.path, .acme, [("token", "x"), ("client_id", "service"), ("client_secret", secret)])
        #expect(both.status == 400)
        #expect(both.json["error"] == "invalid_request")
        // The id alone beside Basic is no second way, unless it is another's.
        #expect(
            try await lab.form(Self.path, .acme, [("token", "x"), ("client_id", "service")]).status == 200)
        #expect(try await lab.form(Self.path, .acme, [("token", "x"), ("client_id", "blind")]).status == 401)
    }

    static let malformed: [[(String, String)]] = [
        [], [("token", "")], [("token", "a"), ("token", "b")],
        [("token", "a"), ("minimal", "true"), ("minimal", "false")],
        [("Token", "a")],
    ]

    @Test(arguments: malformed)
    func `one token is needed, and nothing twice`(_ fields: [(String, String)]) async throws {
        for path in [Self.path, "/oauth2/revoke"] {
            let answer = try await Lab.current().form(path, .acme, fields)
            #expect(answer.status == 400, "\(answer.text)")
            #expect(answer.json["error"] == "invalid_request")
        }
    }

    @Test func `whatever is not a live session of this tenant for this client is exactly inactive`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp()
        var stranger = Visitor.app(lab, .bolt)
        try await stranger.signUp()
        var page = Visitor.issuerPage(lab)
        try await page.signUp()
        var ended = Visitor.app(lab)
        try await ended.signUp()
        expectGood(try await ended.send("DELETE", "/session"), 204)
        let token = app.token ?? ""
        let others = [
            "x", token + " ", String(token.dropLast()), token.lowercased(), "gtha_" + token.dropFirst(5),
            stranger.token ?? "", ended.token ?? "", app.reauthentication ?? "", app.session["id"]?.string ?? "",
            String(repeating: "A", count: 60_000), "gths_" + String(repeating: "A", count: 47), "\u{e4}\r\n",
        ]
        for other in others {
            let answer = try await lab.form(Self.path, .acme, [("token", other)])
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.body == Array(#"{"active":false}"#.utf8), "\(answer.text)")
        }
        let blind = Lab.ServiceLogin.basic("blind", LabTenant.acme.blindSecret)
        #expect(
            try await lab.form(Self.path, .acme, [("token", token)], as: blind).body
                == Array(#"{"active":false}"#.utf8))
        // A token that memory knows is not told to other tenants and clients either.
        #expect(try await lab.introspect(app).json["active"] == true)
        #expect(try await lab.introspect(app, at: .bolt).body == Array(#"{"active":false}"#.utf8))
        #expect(
            try await lab.form(Self.path, .acme, [("token", token)], as: blind).body
                == Array(#"{"active":false}"#.utf8))
    }

    @Test func `a session ends at its time, in memory too`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab, .bank)
            try await app.signUp()
            lab.clock.move(by: 1_799)
            #expect(try await lab.introspect(app).json["active"] == true)
            lab.clock.move(by: 1_800)
            #expect(try await lab.introspect(app).json == ["active": false])
        }
    }

    @Test func `at the absolute end memory does not outlive the session`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab, .bank)
            try await app.signUp()
            for _ in 0..<3 {
                lab.clock.move(by: 1_190)
                #expect(try await lab.introspect(app).json["active"] == true)
            }
            lab.clock.move(by: 28)
            #expect(try await lab.introspect(app).json["active"] == true)
            lab.clock.move(by: 2)
            #expect(try await lab.introspect(app).json == ["active": false])
        }
    }

    @Test func `a renewed session is seen with its new sign-in, and the old token at once not at all`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let old = app
            #expect(try await lab.introspect(old).json["active"] == true)
            lab.clock.move(by: 2)
            try await app.signIn()
            #expect(try await lab.introspect(old).json == ["active": false])
            let seen = try await lab.introspect(app).json
            #expect(seen["auth_time"]?.integer == LabClock.startSeconds + 2)
            #expect(seen["sid"] == old.session["id"])
        }
    }
}

@Suite(.lab) struct RevocationTests {
    private static let path = "/oauth2/revoke"

    @Test func `a revocation is seen at once`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp()
        #expect(try await lab.introspect(app).json["active"] == true)
        expectGood(try await lab.form(Self.path, .acme, [("token", app.token ?? "")]))
        #expect(try await lab.introspect(app).json == ["active": false])
        expectRefusal(try await app.send("GET", "/session"), 401, "session_invalid")
        // Again, and for what never was: 200 (RFC 7009 section 2.2).
        expectGood(try await lab.form(Self.path, .acme, [("token", app.token ?? "")]))
        expectGood(try await lab.form(Self.path, .acme, [("token", "x")]))
    }

    @Test func `a client ends only what it may see`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp()
        let blind = Lab.ServiceLogin.basic("blind", LabTenant.acme.blindSecret)
        expectGood(try await lab.form(Self.path, .acme, [("token", app.token ?? "")], as: blind))
        expectGood(try await lab.form(Self.path, .bolt, [("token", app.token ?? "")]))
        expectGood(try await app.send("GET", "/session"))
    }

    @Test func `sessions that end while services ask are never active afterwards`() async throws {
        let lab = try Lab.current()
        for _ in 0..<10 {
            var app = Visitor.app(lab)
            try await app.signUp()
            let visitor = app
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { _ = try await lab.introspect(visitor) } }
                group.addTask { expectGood(try await visitor.send("DELETE", "/session"), 204) }
                try await group.waitForAll()
            }
            #expect(try await lab.introspect(visitor).json == ["active": false])
        }
    }
}

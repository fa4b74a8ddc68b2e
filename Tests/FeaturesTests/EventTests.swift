import JSON
import Store
import TestSupport
import Testing

/// Every sign-in, registration and refusal is in the tenant's events, with its reason.
@Suite struct EventTests {
    @Test func `the life of an account is told in order`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            var other = app.signedOut
            try await other.signIn()
            try await app.signIn()
            let second = try await app.addPasskey()
            let id = second["id"]?.string ?? ""
            expectGood(try await app.send("PATCH", "/account/passkeys/\(id)", ["name": "x"]))
            expectGood(try await app.send("DELETE", "/account/passkeys/\(id)"), 204)
            expectGood(try await app.send("PATCH", "/account", ["display_name": "x"]))
            expectGood(try await app.send("DELETE", "/account/sessions"), 204)
            expectGood(try await lab.form("/oauth2/revoke", .acme, [("token", app.token ?? "")]))
            other = other.signedOut
            try await other.signIn()
            expectGood(try await other.send("DELETE", "/session"), 204)
            other = other.signedOut
            try await other.signIn()
            expectGood(try await other.send("DELETE", "/account"), 204)
            let told = try await lab.events(.acme).reversed().map(\.type)
            #expect(
                told == [
                    "account.created", "session.created", "session.reauthenticated", "passkey.registered",
                    "passkey.renamed", "passkey.removed", "account.changed", "session.revoked", "session.revoked",
                    "session.created", "session.ended", "session.created", "account.deleted",
                ])
        }
    }

    @Test func `a refusal names its reason, its request and its origin, at its own tenant`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let page = Visitor.page(lab).with { $0.authenticator = app.authenticator }
            let answer = try await page.authenticate { $0.signature = { $0[9] ^= 1 } }
            expectRefusal(answer, 401, "signature_invalid")
            let event = try #require(try await lab.events(.acme).first)
            #expect(event.type == "session.refused")
            #expect(event.reason == "signature_invalid")
            #expect(event.requestID == answer["X-Request-Id"])
            #expect(event.origin == "https://www.acme.example")
            #expect(event.address == "127.0.0.1")
            let up = try await page.with { $0.authenticator = SoftwareAuthenticator() }.register {
                $0.userPresent = false
            }
            let refused = try #require(try await lab.events(.acme).first)
            #expect(refused.type == "passkey.registration_refused")
            #expect(refused.reason == "user_presence_missing")
            #expect(refused.requestID == up["X-Request-Id"])
            #expect(try await lab.events(.bolt).isEmpty)
        }
    }

    static let beginnings = BrokenCeremony.common.filter { $0.tenant == .acme }

    @Test func `every broken ceremony leaves an event with the code that was answered`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            for broken in Self.beginnings {
                let answer = try await app.signedOut.authenticate([:], broken.plan)
                let event = try #require(try await lab.events(.acme).first)
                #expect(event.reason == answer.code, "\(broken.what)")
                #expect(event.requestID == answer["X-Request-Id"])
            }
        }
    }

    @Test func `a beginning that is refused leaves an event, too`() async throws {
        try await Lab.with { lab in
            let closed = Visitor.app(lab, .club)
            let refused = try await closed.send("POST", Visitor.registration + "/options", [:])
            expectRefusal(refused, 403, "sign_up_closed")
            try await expectEvent(lab, .club, "passkey.registration_refused", "sign_up_closed", refused)
            let stranger = Visitor.page(lab, origin: "https://evil.example")
            let foreign = try await stranger.send("POST", Visitor.authentication + "/options", [:])
            try await expectEvent(lab, .acme, "session.refused", "origin_not_allowed", foreign)
            let text = try await Visitor.app(lab).send(
                "POST", Visitor.authentication + "/verify", headers: [("Content-Type", "text/plain")])
            try await expectEvent(lab, .acme, "session.refused", "media_type_unsupported", text)
        }
    }

    @Test func `a call that could take an account, and a service that is not known, leave an event`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let seen = app.with { $0.reauthentication = nil }
            for path in ["/account", "/account/passkeys/\(app.passkey["id"]?.string ?? "")"] {
                let answer = try await seen.send("DELETE", path)
                expectRefusal(answer, 403, "reauthentication_required")
                let event = try await expectEvent(lab, .acme, "account.refused", "reauthentication_required", answer)
                #expect(event.accountID != nil && event.sessionID == app.session["id"]?.string)
            }
            for path in ["/oauth2/introspect", "/oauth2/revoke"] {
                let answer = try await lab.form(path, .acme, [("token", "x")], as: .basic("service", "wrong"))
                #expect(answer.status == 401)
                try await expectEvent(lab, .acme, "service.refused", "invalid_client", answer)
            }
        }
    }

    @Test func `a person sees that a service ended the session`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            expectGood(try await lab.form("/oauth2/revoke", .acme, [("token", app.token ?? "")]))
            let event = try #require(try await lab.events(.acme).first)
            #expect(event.type == "session.revoked" && event.clientID == "service")
            #expect(event.accountID != nil && event.sessionID == app.session["id"]?.string)
        }
    }

    @Test func `a flood is counted, not written`() async throws {
        try await Lab.with { lab in
            let visitor = Visitor.app(lab, .slow)
            var answers: [Int] = []
            for _ in 0..<6 {
                answers.append(try await visitor.send("POST", Visitor.authentication + "/verify", [:]).status)
            }
            #expect(answers == [401, 401, 401, 429, 429, 429])
            #expect(try await lab.events(.slow).count == 3)
        }
    }

    @Test func `a host that is nobody's is in the log, with the id that was answered`() async throws {
        try await Lab.with { lab in
            let answer = try await lab.client.send(HTTPTestRequest("GET", "/", host: "nobody.example"))
            expectRefusal(answer, 404, "tenant_unknown")
            let line = try #require(lab.log.lines.last { $0.contains("tenant_unknown") })
            #expect(line.contains("nobody.example"))
            #expect(line.contains(try #require(answer["X-Request-Id"])))
        }
    }

    @discardableResult
    private func expectEvent(
        _ lab: Lab, _ tenant: LabTenant, _ type: String, _ reason: String, _ answer: HTTPTestAnswer
    ) async throws -> Event {
        let event = try #require(try await lab.events(tenant).first)
        #expect(event.type == type)
        #expect(event.reason == reason)
        #expect(event.requestID == answer["X-Request-Id"])
        return event
    }
}

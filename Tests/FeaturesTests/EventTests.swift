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
}

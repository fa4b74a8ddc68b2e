import Foundation
import JSON
import TestSupport
import Testing

/// A sign-in that comes with a session renews it.
@Suite struct ReauthenticationTests {
    @Test func `an app's session keeps its id and gets all else anew`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let before = app
            lab.clock.move(by: 3_600)
            try await app.signIn()
            #expect(app.session["id"] == before.session["id"])
            #expect(app.session["auth_time"]?.integer == (before.session["auth_time"]?.integer ?? 0) + 3_600)
            #expect(app.token != before.token)
            #expect(app.reauthentication != before.reauthentication)
            expectRefusal(try await before.send("GET", "/session"), 401, "session_invalid")
            expectGood(try await app.send("GET", "/session"))
            #expect(expectGood(try await app.send("GET", "/account/sessions"))["sessions"]?.array?.count == 1)
            // The absolute end does not move.
            lab.clock.move(by: 90 * 86_400 - 3_601)
            expectRefusal(try await app.send("GET", "/session"), 401, "session_invalid")
        }
    }

    @Test func `a page's session gets a new cookie and the old one is dead`() async throws {
        try await Lab.with { lab in
            var page = Visitor.issuerPage(lab)
            try await page.signUp()
            let before = page
            try await page.signIn()
            #expect(page.token == nil)
            #expect(page.session["reauthentication"] == nil)
            #expect(page.cookie != before.cookie)
            #expect(page.session["id"] == before.session["id"])
            expectRefusal(try await before.send("GET", "/session"), 401, "session_required")
            expectGood(try await page.send("GET", "/session"))
        }
    }

    @Test func `another account's passkey changes nothing`() async throws {
        try await Lab.with { lab in
            var ada = Visitor.app(lab)
            try await ada.signUp("ada")
            var bob = Visitor.app(lab)
            try await bob.signUp("bob")
            let mixed = ada.with { $0.authenticator = bob.authenticator }
            let answer = try await mixed.authenticate()
            expectRefusal(answer, 409, "account_mismatch")
            #expect(answer.json["session"] == nil)
            #expect(expectGood(try await ada.send("GET", "/session"))["user"]?["username"] == "ada")
        }
    }

    @Test func `a dead token cannot be renewed`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let options = try await app.requestOptions()
            expectGood(try await app.send("DELETE", "/session"), 204)
            expectRefusal(
                try await app.send("POST", Visitor.authentication + "/verify", try app.asserted(options)), 401,
                "session_invalid")
        }
    }

    @Test func `of two renewals at once from one token, one holds`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let owner = app
            let first = try owner.asserted(try await owner.requestOptions())
            let second = try owner.asserted(try await owner.requestOptions())
            let path = Visitor.authentication + "/verify"
            async let one = owner.send("POST", path, first)
            async let two = owner.send("POST", path, second)
            let answers = try await [one, two]
            #expect(answers.filter { $0.status == 200 }.count == 1)
            for answer in answers where answer.status != 200 { expectRefusal(answer, 401, "session_invalid") }
        }
    }
}

/// What can take or lose an account needs a fresh sign-in, and from apps the value that only a sign-in returned.
@Suite struct SensitiveCallTests {
    struct Call: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let good: Int

        var testDescription: String { "\(method) \(path)" }
    }

    static let calls = [
        Call(method: "POST", path: "/passkeys/registration/options", good: 200),
        Call(method: "DELETE", path: "/account/passkeys/{id}", good: 204),
        Call(method: "DELETE", path: "/account", good: 204),
    ]

    private func send(_ call: Call, _ visitor: Visitor, _ passkey: JSONValue) async throws -> HTTPTestAnswer {
        let path = call.path.replacing("{id}", with: passkey["id"]?.string ?? "")
        return try await visitor.send(call.method, path, call.method == "POST" ? [:] : nil)
    }

    @Test(arguments: calls)
    func `an app needs the value of its last sign-in`(_ call: Call) async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let second = try await app.addPasskey()
            var other = Visitor.app(lab)
            try await other.signUp()
            let wrong = [nil, "", "x", other.reauthentication, app.token, app.reauthentication.map { $0 + "A" }]
            for value in wrong {
                let seen = app.with { $0.reauthentication = value }
                expectRefusal(try await send(call, seen, second), 403, "reauthentication_required")
            }
            let old = app
            try await app.signIn()
            let stale = app.with { $0.reauthentication = old.reauthentication }
            expectRefusal(try await send(call, stale, second), 403, "reauthentication_required")
            expectGood(try await send(call, app, second), call.good)
        }
    }

    @Test(arguments: calls)
    func `a page of the issuer needs none`(_ call: Call) async throws {
        try await Lab.with { lab in
            var page = Visitor.issuerPage(lab)
            try await page.signUp()
            let second = try await page.addPasskey()
            expectGood(try await send(call, page, second), call.good)
        }
    }

    @Test(arguments: calls, [true, false])
    func `a sign-in that is not recent does not do`(_ call: Call, _ isPage: Bool) async throws {
        try await Lab.with { lab in
            var visitor = isPage ? Visitor.issuerPage(lab) : Visitor.app(lab)
            try await visitor.signUp()
            let second = try await visitor.addPasskey()
            lab.clock.move(by: 600)
            expectRefusal(try await send(call, visitor, second), 403, "reauthentication_required")
            try await visitor.signIn()
            lab.clock.move(by: 599)
            expectGood(try await send(call, visitor, second), call.good)
        }
    }
}

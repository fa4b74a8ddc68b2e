import Foundation
import JSON
import TestSupport
import Testing

@Suite(.lab) struct PasskeyListTests {
    @Test func `passkeys are listed, named and removed by their owner`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let other = SoftwareAuthenticator()
        let answer = try await app.with { $0.authenticator = other }.register([:], also: ["name": " My key\u{7} "])
        let second = try #require(expectGood(answer, 201)["passkey"])
        #expect(second["name"] == "My key")
        #expect(answer.json["session"] == nil)
        #expect(answer.json["signals"]?["all_accepted"]?["allAcceptedCredentialIds"]?.array?.count == 2)
        let id = try #require(second["id"]?.string)
        let listed = expectGood(try await app.send("GET", "/account/passkeys"))["passkeys"]?.array ?? []
        #expect(Set(listed.compactMap { $0["id"]?.string }).count == 2)

        let renamed = expectGood(try await app.send("PATCH", "/account/passkeys/\(id)", ["name": "Büro"]))
        #expect(renamed["name"] == "Büro")
        #expect(renamed["id"]?.string == id)
        for name: JSONValue in ["", "\u{7}", .null] {
            expectRefusal(
                try await app.send("PATCH", "/account/passkeys/\(id)", ["name": name]), 422, "passkey_name_invalid")
        }
        expectRefusal(try await app.send("PATCH", "/account/passkeys/\(id)", [:]), 422, "passkey_name_invalid")
        expectRefusal(
            try await app.send("PATCH", "/account/passkeys/\(id)", ["name": 1]), 400, "request_malformed")

        expectGood(try await app.send("DELETE", "/account/passkeys/\(id)"), 204)
        expectRefusal(try await app.send("DELETE", "/account/passkeys/\(id)"), 404, "passkey_unknown")
        expectRefusal(
            try await app.send("PATCH", "/account/passkeys/\(id)", ["name": "x"]), 404, "passkey_unknown")
        let gone = app.signedOut.with { $0.authenticator = other }
        expectRefusal(try await gone.authenticate(), 404, "credential_unknown")
    }

    @Test func `the last passkey stays`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let id = app.passkey["id"]?.string ?? ""
        expectRefusal(try await app.send("DELETE", "/account/passkeys/\(id)"), 409, "last_credential")
        expectGood(try await app.send("GET", "/session"))
        let second = try await app.addPasskey()
        expectGood(try await app.send("DELETE", "/account/passkeys/\(second["id"]?.string ?? "")"), 204)
        expectRefusal(try await app.send("DELETE", "/account/passkeys/\(id)"), 409, "last_credential")
    }

    @Test func `removing a passkey ends the sessions it made, at once`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp()
        let other = SoftwareAuthenticator()
        let second = try await app.addPasskey(on: other)
        var elsewhere = app.signedOut.with { $0.authenticator = other }
        try await elsewhere.signIn()
        #expect(try await lab.introspect(elsewhere).json["active"] == true)
        expectGood(try await app.send("DELETE", "/account/passkeys/\(second["id"]?.string ?? "")"), 204)
        expectRefusal(try await elsewhere.send("GET", "/session"), 401, "session_invalid")
        #expect(try await lab.introspect(elsewhere).json == ["active": false])
        expectGood(try await app.send("GET", "/session"))
    }

    @Test func `of two removals at once, one passkey is left`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let ids = [app.passkey, try await app.addPasskey()].compactMap { $0["id"]?.string }
        let page = app
        async let one = page.send("DELETE", "/account/passkeys/\(ids[0])")
        async let two = page.send("DELETE", "/account/passkeys/\(ids[1])")
        let statuses = try await [one.status, two.status]
        // Whoever loses hears that the other is the last one, or that its own session has ended.
        #expect(statuses.filter { $0 == 204 }.count == 1, "\(statuses)")
        #expect(statuses.contains(409) || statuses.contains(401))
    }

    @Test func `an account's passkeys and sessions are not another's`() async throws {
        let lab = try Lab.current()
        var ada = Visitor.app(lab)
        try await ada.signUp()
        var bob = Visitor.app(lab)
        try await bob.signUp()
        _ = try await bob.addPasskey()
        let passkey = bob.passkey["id"]?.string ?? ""
        let session = bob.session["id"]?.string ?? ""
        expectRefusal(
            try await ada.send("PATCH", "/account/passkeys/\(passkey)", ["name": "x"]), 404, "passkey_unknown")
        expectRefusal(try await ada.send("DELETE", "/account/passkeys/\(passkey)"), 404, "passkey_unknown")
        expectRefusal(try await ada.send("DELETE", "/account/sessions/\(session)"), 404, "session_unknown")
        expectGood(try await ada.send("DELETE", "/account/sessions"), 204)
        expectGood(try await bob.send("GET", "/session"))
    }
}

@Suite(.lab) struct SessionListTests {
    @Test func `sessions are listed, ended one by one and all but one`() async throws {
        let lab = try Lab.current()
        var first = Visitor.app(lab)
        try await first.signUp()
        var others: [Visitor] = []
        for _ in 0..<3 {
            var other = first.signedOut
            try await other.signIn()
            others.append(other)
        }
        let listed = expectGood(try await first.send("GET", "/account/sessions"))["sessions"]?.array ?? []
        #expect(listed.count == 4)
        #expect(listed.filter { $0["current"] == true }.map { $0["id"] } == [first.session["id"]])
        #expect(listed.allSatisfy { $0["token"] == nil && $0["origin"] == "https://acme.example" })

        let ended = others.removeFirst()
        let id = ended.session["id"]?.string ?? ""
        #expect(try await lab.introspect(ended).json["active"] == true)
        expectGood(try await first.send("DELETE", "/account/sessions/\(id)"), 204)
        #expect(try await lab.introspect(ended).json == ["active": false])
        expectRefusal(try await ended.send("GET", "/session"), 401, "session_invalid")
        expectRefusal(try await first.send("DELETE", "/account/sessions/\(id)"), 404, "session_unknown")

        for other in others { #expect(try await lab.introspect(other).json["active"] == true) }
        expectGood(try await first.send("DELETE", "/account/sessions"), 204)
        for other in others {
            #expect(try await lab.introspect(other).json == ["active": false])
            expectRefusal(try await other.send("GET", "/account"), 401, "session_invalid")
        }
        expectGood(try await first.send("GET", "/session"))
        expectGood(try await first.send("DELETE", "/session"), 204)
        expectRefusal(try await first.send("DELETE", "/session"), 401, "session_invalid")
    }

    @Test func `idle and absolute ends, whichever is earlier`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab, .bank)
            try await app.signUp()
            let idle = app
            // Use moves the idle end, but is written every five minutes only.
            lab.clock.move(by: 299)
            expectGood(try await app.send("GET", "/session"))
            lab.clock.move(by: 1_501)
            expectRefusal(try await idle.send("GET", "/session"), 401, "session_invalid")
            app = app.signedOut
            try await app.signIn()
            for _ in 0..<5 {
                lab.clock.move(by: 700)
                expectGood(try await app.send("GET", "/session"))
            }
            lab.clock.move(by: 100)
            expectRefusal(try await app.send("GET", "/session"), 401, "session_invalid")
        }
    }

    @Test func `introspection is use, too`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab, .bank)
            try await app.signUp()
            lab.clock.move(by: 1_500)
            let seen = try await lab.introspect(app).json
            #expect(seen["active"] == true)
            #expect(seen["exp"]?.integer == LabClock.startSeconds + 1_500 + 1_800, "the end that it has now")
            lab.clock.move(by: 1_500)
            expectGood(try await app.send("GET", "/session"))
        }
    }
}

@Suite(.lab) struct AccountTests {
    @Test func `the account is shown and its display name changed`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp("shown")
        let user = expectGood(try await app.send("GET", "/account"))
        #expect(user == app.session["user"])
        let changed = expectGood(try await app.send("PATCH", "/account", ["display_name": "New", "username": "no"]))
        #expect(changed["display_name"] == "New")
        #expect(changed["username"] == "shown")
        #expect(expectGood(try await app.send("PATCH", "/account", [:]))["display_name"] == "New")
        expectRefusal(
            try await app.send("PATCH", "/account", ["display_name": "\u{7}"]), 422, "display_name_invalid")
        let signals = expectGood(try await app.send("GET", "/account/signals"))
        #expect(signals["current_user"]?["displayName"] == "New")
    }

    @Test func `deleting ends everything and holds the name for ninety days`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp("leaver")
            var elsewhere = app.signedOut
            try await elsewhere.signIn()
            #expect(try await lab.introspect(elsewhere).json["active"] == true)
            expectGood(try await app.send("DELETE", "/account"), 204)
            #expect(try await lab.introspect(elsewhere).json == ["active": false])
            expectRefusal(try await elsewhere.send("GET", "/account"), 401, "session_invalid")
            expectRefusal(try await app.send("DELETE", "/account"), 401, "session_invalid")
            expectRefusal(try await app.signedOut.authenticate(), 404, "credential_unknown")
            let options = Visitor.registration + "/options"
            expectRefusal(
                try await app.signedOut.send("POST", options, ["username": "leaver"]), 409, "username_taken")
            lab.clock.move(by: 90 * 86_400)
            var heir = Visitor.app(lab)
            try await heir.signUp("leaver")
            #expect(heir.session["user"]?["id"] != app.session["user"]?["id"])
        }
    }

    @Test func `a person sees what happened to the account`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            _ = try await app.addPasskey()
            try await app.signIn()
            let listed = expectGood(try await app.send("GET", "/account/activity"))["events"]?.array ?? []
            #expect(
                listed.compactMap { $0["type"]?.string }
                    == ["session.reauthenticated", "passkey.registered", "account.created"])
            #expect(listed.allSatisfy { $0["address"] == "127.0.0.1" })
        }
    }

    static let needing: [(String, String)] = [
        ("GET", "/session"), ("DELETE", "/session"), ("GET", "/account"), ("PATCH", "/account"),
        ("DELETE", "/account"), ("GET", "/account/passkeys"), ("PATCH", "/account/passkeys/x"),
        ("DELETE", "/account/passkeys/x"), ("GET", "/account/sessions"), ("DELETE", "/account/sessions"),
        ("DELETE", "/account/sessions/x"), ("GET", "/account/signals"), ("GET", "/account/activity"),
    ]

    @Test(arguments: needing)
    func `without a session there is nothing`(_ call: (method: String, path: String)) async throws {
        let lab = try Lab.current()
        let body: JSONValue? = call.method == "PATCH" ? [:] : nil
        let bare = try await Visitor.app(lab).send(call.method, call.path, body)
        expectRefusal(bare, 401, "session_required")
        #expect(bare["WWW-Authenticate"] == "Bearer")
        let made = "gths_" + String(repeating: "A", count: 47)
        for field in ["Bearer x", "Bearer \(made)", "Bearer", "Basic Zm9v", "bearer", "Bearer  \(made)", ""] {
            let answer = try await Visitor.app(lab).send(
                call.method, call.path, body, headers: [("Authorization", field)])
            expectRefusal(answer, 401, "session_invalid", "\(field)")
        }
    }

    @Test func `a token changed in any place is no token`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let token = try #require(app.token)
        let changed = [
            String(token.dropLast()), token + "A", token.uppercased(), String(token.dropFirst(5)),
            "gtha_" + token.dropFirst(5),
            token.prefix(20) + (token.dropFirst(20).first == "A" ? "B" : "A") + token.dropFirst(21), " " + token,
        ]
        for text in changed {
            expectRefusal(
                try await app.with { $0.token = text }.send("GET", "/session"), 401, "session_invalid", "\(text)")
        }
        expectGood(
            try await app.signedOut.send("GET", "/session", headers: [("Authorization", "bEARER \(token)")]))
    }
}

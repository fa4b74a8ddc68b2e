import JSON
import Store
import TestSupport
import Testing
import Text

@Suite(.lab) struct SignUpTests {
    @Test func `an app signs up and gets a token, a passkey and no cookie`() async throws {
        let lab = try Lab.current()
        let app = Visitor.app(lab)
        let answer = try await app.register(["username": "Ada", "display_name": "Ada Lovelace"])
        expectGood(answer, 201)
        #expect(answer["Set-Cookie"] == nil)
        #expect(answer["Cache-Control"] == "no-store")
        let session = try #require(answer.json["session"])
        #expect(session["token"]?.string?.hasPrefix("gths_") == true)
        #expect(session["token_type"] == "Bearer")
        #expect(session["expires_in"]?.integer == 2_592_000)
        #expect(session["expires_at"]?.integer == LabClock.startSeconds + 2_592_000)
        #expect(session["auth_time"]?.integer == LabClock.startSeconds)
        #expect(session["amr"] == ["swk", "user", "mfa"])
        #expect(session["acr"] == "phr")
        #expect(session["reauthentication"]?["value"]?.string?.isEmpty == false)
        #expect(session["reauthentication"]?["expires_in"] == 600)
        #expect(session["offer_passkey"] == false)
        let user = try #require(session["user"])
        #expect(user["username"] == "ada")
        #expect(user["display_name"] == "Ada Lovelace")
        #expect(user["email"] == .null)
        #expect(user["has_passkey"] == true)
        #expect(user["has_password"] == false)
        let credential = try #require(app.authenticator.credentials.first)
        let signals = try #require(session["signals"])
        #expect(
            signals["all_accepted"] == [
                "rpId": "acme.example", "userId": .string(Base64URL.encode(credential.userHandle)),
                "allAcceptedCredentialIds": [.string(Base64URL.encode(credential.id))],
            ])
        #expect(signals["current_user"]?["name"] == "ada")
        #expect(signals["current_user"]?["displayName"] == "Ada Lovelace")
        let passkey = try #require(answer.json["passkey"])
        #expect(passkey["aaguid"] == "5af7a7e0-0000-4000-8000-000000000001")
        #expect(passkey["name"] == "Passkey")
        #expect(passkey["backup_eligible"] == true)
        #expect(passkey["last_used_at"] == .null)
        #expect(passkey["transports"] == ["internal", "hybrid"])
    }

    @Test func `the options are those of WebAuthn, for this tenant`() async throws {
        let options = try await Visitor.app(try Lab.current(), .bank).creationOptions(["username": "opts"])
        #expect(options["rp"] == ["id": "bank.example", "name": "Bank Test"])
        #expect(options["user"]?["name"] == "opts")
        #expect(options["pubKeyCredParams"] == [["type": "public-key", "alg": -7]])
        #expect(options["timeout"] == 120_000)
        #expect(options["attestation"] == "none")
        let selection = try #require(options["authenticatorSelection"])
        #expect(selection["userVerification"] == "required")
        #expect(selection["residentKey"] == "required")
        #expect(selection["requireResidentKey"] == true)
        #expect(options["user"]?["id"]?.string.flatMap(Base64URL.decode)?.count == 32)
    }

    @Test func `what the authenticator says becomes amr and acr`() async throws {
        let lab = try Lab.current()
        var bound = Visitor.app(lab)
        bound.authenticator = SoftwareAuthenticator(isSynced: false)
        try await bound.signUp(nil) { $0.userVerified = false }
        #expect(bound.session["amr"] == ["hwk", "user"])
        #expect(bound.session["acr"] == "1")
    }

    @Test func `asking for options writes nothing`() async throws {
        try await Lab.with { lab in
            for name in ["a", "b", "c"] {
                _ = try await Visitor.app(lab).creationOptions(["username": .string(name)])
                _ = try await Visitor.app(lab).requestOptions(["username": .string(name)])
            }
            #expect(try await lab.store.counts() == StoreCounts(accounts: 0, passkeys: 0, sessions: 0))
            #expect(try await lab.events(.acme).isEmpty)
        }
    }

    @Test func `challenges of one kind have one length, whatever they carry`() async throws {
        let app = Visitor.app(try Lab.current())
        let inputs: [JSONValue] = [
            [:], ["username": "x"], ["username": "somebody-else", "display_name": "é"], ["client_id": "acme-plain"],
        ]
        var ups: Set<Int> = []
        var ins: Set<Int> = []
        for input in inputs {
            ups.insert(try await app.creationOptions(input)["challenge"]?.string?.utf8.count ?? 0)
            ins.insert(try await app.requestOptions(input)["challenge"]?.string?.utf8.count ?? 0)
        }
        #expect(ups.count == 1)
        #expect(ins.count == 1)
    }

    @Test func `only what is needed is needed`() async throws {
        let app = Visitor.app(try Lab.current())
        let full = try app.created(try await app.creationOptions())
        let bare: JSONValue = [
            "id": full["id"] ?? .null,
            "response": [
                "clientDataJSON": full["response"]?["clientDataJSON"] ?? .null,
                "attestationObject": full["response"]?["attestationObject"] ?? .null,
            ],
        ]
        expectGood(try await app.send("POST", Visitor.registration + "/verify", bare), 201)
        let signedIn = try app.asserted(try await app.requestOptions())
        let answer: JSONValue = [
            "rawId": signedIn["rawId"] ?? .null,
            "response": [
                "clientDataJSON": signedIn["response"]?["clientDataJSON"] ?? .null,
                "authenticatorData": signedIn["response"]?["authenticatorData"] ?? .null,
                "signature": signedIn["response"]?["signature"] ?? .null, "userHandle": .null,
            ],
        ]
        expectGood(try await app.send("POST", Visitor.authentication + "/verify", answer))
    }
}

/// Names at sign-up: one normalisation, handles unique, addresses only claimed.
@Suite(.lab) struct UsernameTests {
    @Test(arguments: ["taken", "TAKEN", "ｔaken", "tAkEn"])
    func `a handle is taken in every spelling, at the beginning and at the end`(_ spelling: String) async throws {
        try await Lab.with { lab in
            let late = Visitor.app(lab)
            let early = try late.created(try await late.creationOptions(["username": .string(spelling)]))
            var first = Visitor.app(lab)
            try await first.signUp("taken")
            let answer = try await Visitor.app(lab).send(
                "POST", Visitor.registration + "/options", ["username": .string(spelling)])
            expectRefusal(answer, 409, "username_taken")
            let verify = Visitor.registration + "/verify"
            expectRefusal(try await late.send("POST", verify, early), 409, "username_taken")
            let open = Visitor.app(lab)
            let named = try open.created(try await open.creationOptions()).adding(["username": .string(spelling)])
            expectRefusal(try await open.send("POST", verify, named), 409, "username_taken")
        }
    }

    @Test func `a name may come at the end, and what was said first holds`() async throws {
        let lab = try Lab.current()
        let late = try await Visitor.app(lab).register([:], also: ["username": "LateName", "display_name": "Late"])
        #expect(late.json["session"]?["user"]?["username"] == "latename")
        #expect(late.json["session"]?["user"]?["display_name"] == "Late")
        let twice = try await Visitor.app(lab).register(["username": "said-first"], also: ["username": "said-last"])
        #expect(twice.json["session"]?["user"]?["username"] == "said-first")
    }

    @Test(arguments: ["with space", "a\u{1}b", "a@b@c", "@", "a@", "\u{202E}abc", String(repeating: "x", count: 256)])
    func `what is no name is refused`(_ name: String) async throws {
        let app = Visitor.app(try Lab.current())
        for path in [Visitor.registration, Visitor.authentication] {
            expectRefusal(
                try await app.send("POST", path + "/options", ["username": .string(name)]), 422, "username_invalid")
        }
        expectRefusal(try await app.register([:], also: ["username": .string(name)]), 422, "username_invalid")
    }

    @Test(arguments: [JSONValue.integer(1), true, [], [:]])
    func `a name that is no text is malformed`(_ name: JSONValue) async throws {
        let app = Visitor.app(try Lab.current())
        expectRefusal(
            try await app.send("POST", Visitor.registration + "/options", ["username": name]), 400,
            "request_malformed")
    }

    @Test func `an address is only a claim: nobody learns whether it is known`() async throws {
        let lab = try Lab.current()
        var first = Visitor.app(lab)
        try await first.signUp("ada@mail.example")
        var second = Visitor.app(lab)
        try await second.signUp("Ada@Mail.Example")
        #expect(second.session["user"]?["username"] == "ada@mail.example")
        #expect(second.session["user"]?["email"] == .null)
        #expect(second.session["user"]?["id"] != first.session["user"]?["id"])
        // Each signs in its own account.
        try await first.signIn("ada@mail.example")
        try await second.signIn("ada@mail.example")
    }

    @Test func `a display name is cleaned, and refused when nothing is left`() async throws {
        let app = Visitor.app(try Lab.current())
        let clean = try await app.creationOptions(["display_name": "  A\u{7}da\u{202E}  "])
        #expect(clean["user"]?["displayName"] == "Ada")
        expectRefusal(
            try await app.send("POST", Visitor.registration + "/options", ["display_name": "\u{7}"]), 422,
            "display_name_invalid")
        let long = try await app.register(["display_name": .string(String(repeating: "é", count: 500))])
        #expect(long.json["session"]?["user"]?["display_name"]?.string?.utf8.count == 128)
    }
}

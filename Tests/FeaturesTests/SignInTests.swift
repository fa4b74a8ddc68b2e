import JSON
import TestSupport
import Testing
import Text

@Suite(.lab) struct SignInTests {
    @Test func `without a name the options name no passkey and live fifteen minutes`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let options = try await app.signedOut.requestOptions()
        #expect(options["allowCredentials"]?.array?.isEmpty != false)
        #expect(options["rpId"] == "acme.example")
        #expect(options["timeout"] == 900_000)
        #expect(options["userVerification"] == "preferred")
        let answer = try await app.signedOut.authenticate()
        let session = try #require(expectGood(answer)["session"])
        #expect(session["token"]?.string != app.token)
        #expect(session["id"] != app.session["id"])
        #expect(session["user"] == app.session["user"])
        #expect(session["reauthentication"]?["value"]?.string != app.reauthentication)
    }

    @Test func `with a name the options list its passkeys, in any spelling of the name`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp("listed")
        let second = SoftwareAuthenticator()
        _ = try await app.addPasskey(on: second)
        let options = try await app.signedOut.requestOptions(["username": "LISTED"])
        #expect(options["timeout"] == 300_000)
        let ids = options["allowCredentials"]?.array?.compactMap { $0["id"]?.string } ?? []
        let held = (app.authenticator.credentials + second.credentials).map { Base64URL.encode($0.id) }
        #expect(Set(ids) == Set(held))
        expectGood(try await app.signedOut.authenticate(["username": "ｌisted"]))
    }

    @Test func `the user handle may be absent or empty, but not wrong`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        expectGood(try await app.signedOut.authenticate { $0.userHandle = [] })
        expectGood(try await app.signedOut.authenticate { $0.response = { $0["userHandle"] = "" } })
    }

    @Test func `use is remembered`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            lab.clock.move(by: 60)
            try await app.signIn()
            let listed = try await app.send("GET", "/account/passkeys")
            let seen = LabClock.startSeconds + 60
            #expect(listed.json["passkeys"]?.array?.first?["last_used_at"]?.integer == seen)
        }
    }

    @Test func `credential_unknown is said, with a signal, when challenge, origin and RP ID hold`() async throws {
        let app = Visitor.app(try Lab.current())
        _ = try app.created(try await app.creationOptions())
        let answer = try await app.authenticate()
        expectRefusal(answer, 404, "credential_unknown")
        #expect(
            answer.json["signal"] == [
                "rpId": "acme.example", "credentialId": .string(try #require(app.firstCredentialID)),
            ])
    }

    static let unknownBroken = BrokenCeremony.common.filter { $0.code != "credential_malformed" && $0.tenant == .acme }

    @Test(arguments: unknownBroken)
    func `credential_unknown is not said when anything else is wrong`(_ broken: BrokenCeremony) async throws {
        let app = Visitor.app(try Lab.current())
        _ = try app.created(try await app.creationOptions())
        let answer = try await app.authenticate([:], broken.plan)
        expectRefusal(answer, 401, broken.code)
        #expect(answer.json["signal"] == nil)
    }

    @Test func `signals can be turned off`() async throws {
        try await Lab.with(signals: false) { lab in
            let app = Visitor.app(lab)
            _ = try app.created(try await app.creationOptions())
            let answer = try await app.authenticate()
            expectRefusal(answer, 404, "credential_unknown")
            #expect(answer.json["signal"] == nil)
            var other = Visitor.app(lab)
            try await other.signUp()
            #expect(other.session["signals"] == nil)
            #expect(expectGood(try await other.send("GET", "/account/signals")) == [:])
        }
    }
}

/// Whether a name exists is not to be learnt from sign-in.
@Suite(.lab) struct EnumerationTests {
    @Test(arguments: ["nobody", "nobody@mail.example"])
    func `unknown names get the same shape and stable ids of their own`(_ name: String) async throws {
        let lab = try Lab.current()
        let app = Visitor.app(lab)
        let first = try await app.requestOptions(["username": .string(name)])
        let again = try await app.requestOptions(["username": .string(name.uppercased())])
        let other = try await app.requestOptions(["username": "other-\(name)"])
        let elsewhere = try await Visitor.app(lab, .bolt).requestOptions(["username": .string(name)])
        #expect(first["allowCredentials"] == again["allowCredentials"])
        #expect(first["allowCredentials"] != other["allowCredentials"])
        #expect(first["allowCredentials"] != elsewhere["allowCredentials"])
        var known = Visitor.app(lab)
        try await known.signUp("known-\(name)")
        let real = try await app.requestOptions(["username": "known-\(name)"])
        #expect(Self.shape(real) == Self.shape(first))
    }

    /// The names of members, and the lengths of texts; of the listed credentials, which differ among real ones as well,
    /// only the names.
    private static func shape(_ options: JSONValue) -> JSONValue {
        switch options {
        case .object(let object): .object(JSONObject(object.members.map { ($0.name, shape($0.value)) }))
        case .array(let items): items.first?.object.map { .array($0.members.map { .string($0.name) }) } ?? []
        case .string(let text): .integer(Int64(text.utf8.count))
        default: options
        }
    }

    @Test func `an account whose name is deleted looks like one that never was`() async throws {
        let lab = try Lab.current()
        let app = Visitor.app(lab)
        let before = try await app.requestOptions(["username": "short-lived"])
        var person = Visitor.app(lab)
        try await person.signUp("short-lived")
        let during = try await app.requestOptions(["username": "short-lived"])
        #expect(during["allowCredentials"] != before["allowCredentials"])
        expectGood(try await person.send("DELETE", "/account"), 204)
        let after = try await app.requestOptions(["username": "short-lived"])
        #expect(after["allowCredentials"] == before["allowCredentials"])
    }

    /// Whoever got ids for a name tries them with a made-up signature, with the name and without it.
    @Test(arguments: [JSONValue.object([:]), ["username": "x"], ["username": "probed@mail.example"]])
    func `an id that was handed out does not tell whether it is real`(_ begin: JSONValue) async throws {
        let lab = try Lab.current()
        var person = Visitor.app(lab)
        try await person.signUp("real-\(begin.serializedText().utf8.count)@mail.example")
        let real = "real-\(begin.serializedText().utf8.count)@mail.example"
        var answers: [String] = []
        for name in [real, "probed@mail.example"] {
            let id = try #require(
                try await person.signedOut.requestOptions(["username": .string(name)])["allowCredentials"]?
                    .array?.first?["id"]?.string)
            for handle: JSONValue in [.null, "AAAA"] {
                answers.append(try await Self.probe(id, begin, handle, person.signedOut))
            }
        }
        if begin["username"]?.string == "probed@mail.example" {
            // Begun for the name, its own made-up id goes as far as a real one would.
            #expect(answers[2...] == ["401 signature_invalid", "401 user_handle_mismatch"])
            #expect(answers[..<2] == ["401 credential_not_allowed", "401 credential_not_allowed"])
        } else {
            #expect(answers[..<2] == answers[2...])
        }
    }

    static let broken =
        SignInTests.unknownBroken + AuthenticationRefusalTests.own.filter { $0.code != "counter_regressed" }

    @Test(arguments: broken)
    func `whatever is wrong, a made-up id is answered as a real one`(_ broken: BrokenCeremony) async throws {
        let lab = try Lab.current()
        var person = Visitor.app(lab, broken.tenant)
        try await person.signUp()
        let real = try #require(person.firstCredentialID)
        let options = try await person.signedOut.requestOptions(["username": "nobody@mail.example"])
        let madeUp = try #require(options["allowCredentials"]?.array?.first?["id"]?.string)
        let one = try await Self.probe(real, [:], .null, person.signedOut, broken.plan)
        let other = try await Self.probe(madeUp, [:], .null, person.signedOut, broken.plan)
        #expect(one == other)
        #expect(one.hasPrefix("401 "))
    }

    private static func probe(
        _ id: String, _ begin: JSONValue, _ handle: JSONValue, _ app: Visitor, _ change: Visitor.Plan = { _ in }
    ) async throws -> String {
        let prober = SoftwareAuthenticator()
        _ = try prober.create(
            SoftwareAuthenticator.creationOptions(challenge: [1], rpID: app.tenant.rpID), origin: app.reported)
        let held = try #require(prober.credentials.first?.id)
        let response = try prober.get(try await app.requestOptions(begin), origin: app.reported) { plan in
            plan.credentialID = held
            plan.credential = {
                $0["id"] = .string(id)
                $0["rawId"] = .string(id)
            }
            plan.response = { $0["userHandle"] = handle }
            change(&plan)
        }
        let answer = try await app.send("POST", Visitor.authentication + "/verify", response)
        return "\(answer.status) \(answer.code ?? "")"
    }

    @Test func `an id that was made up can be registered no more than a real one`() async throws {
        let lab = try Lab.current()
        var person = Visitor.app(lab)
        try await person.signUp("registered@mail.example")
        for name in ["registered@mail.example", "unregistered@mail.example"] {
            let options = try await person.signedOut.requestOptions(["username": .string(name)])
            let id = try #require(
                options["allowCredentials"]?.array?.first?["id"]?.string.flatMap(Base64URL.decode))
            let answer = try await Visitor.app(lab).register { $0.credentialID = id }
            expectRefusal(answer, 409, "credential_exists")
        }
    }
}

import AssociationFiles
import JSON
import TestSupport
import Testing

/// Who may begin a ceremony, and who may finish it.
@Suite(.lab) struct OriginTests {
    private static let android = CertificateFingerprint(LabFiles.fingerprint)?.origin ?? ""

    /// What begins (`Origin`; nil is an app), what the client reports, and whether that may sign in and sign up.
    struct Pair: Sendable, CustomTestStringConvertible {
        let begun: String?
        let finished: String
        let signsIn: Bool
        let signsUp: Bool

        init(_ begun: String?, _ finished: String, _ signsIn: Bool, _ signsUp: Bool? = nil) {
            self.begun = begun
            self.finished = finished
            self.signsIn = signsIn
            self.signsUp = signsUp ?? signsIn
        }

        var testDescription: String { "\(begun ?? "app") → \(finished)" }
    }

    static let pairs = [
        Pair(nil, "https://acme.example", true),
        Pair(nil, android, true),
        Pair(nil, "https://www.acme.example", false),
        Pair(nil, "https://id.acme.example", false),
        Pair(nil, "https://acme.co.uk", false),
        Pair(nil, "android:apk-key-hash:" + String(repeating: "A", count: 43), false),
        Pair(nil, android + "=", false),
        Pair("https://acme.example", "https://acme.example", true),
        Pair("https://www.acme.example", "https://www.acme.example", true),
        Pair("https://id.acme.example", "https://id.acme.example", true),
        Pair("https://www.acme.example", "https://id.acme.example", false),
        Pair("https://www.acme.example", "https://acme.example", false),
        Pair("https://www.acme.example", android, false),
        Pair("https://acme.example", android, false),
        Pair("https://www.acme.example", "https://acme.co.uk", false),
    ]

    @Test(arguments: pairs)
    func `who began may finish`(_ pair: Pair) async throws {
        let lab = try Lab.current()
        let visitor = Visitor.app(lab).with {
            $0.origin = pair.begun
            $0.reported = pair.finished
        }
        let up = try await visitor.register()
        if pair.signsUp { expectGood(up, 201) } else { expectRefusal(up, 400, "origin_not_allowed") }
        var known = Visitor.app(lab)
        try await known.signUp()
        let answer = try await visitor.with { $0.authenticator = known.authenticator }.authenticate()
        if pair.signsIn { expectGood(answer) } else { expectRefusal(answer, 401, "origin_not_allowed") }
    }

    @Test(arguments: ["https://evil.example", "null", "https://acme.example:8443", "HTTPS://acme.example", android])
    func `a page that may not finish is told at the beginning`(_ origin: String) async throws {
        let page = Visitor.page(try Lab.current(), origin: origin)
        let up = try await page.send("POST", Visitor.registration + "/options", [:])
        expectRefusal(up, 400, "origin_not_allowed")
        #expect(up["Access-Control-Allow-Origin"] == nil)
        expectRefusal(
            try await page.send("POST", Visitor.authentication + "/options", [:]), 401, "origin_not_allowed")
    }

    @Test func `two Origin fields are no origin`() async throws {
        let page = Visitor.page(try Lab.current())
        let answer = try await page.send(
            "POST", Visitor.registration + "/options", [:], headers: [("Origin", "https://acme.example")])
        expectRefusal(answer, 400, "origin_not_allowed")
    }

    @Test func `a related origin signs in, and signs up only where that is switched on`() async throws {
        let lab = try Lab.current()
        let page = Visitor.page(lab, origin: "https://acme.co.uk")
        expectRefusal(
            try await page.send("POST", Visitor.registration + "/options", [:]), 400, "origin_not_allowed")
        var known = Visitor.app(lab)
        try await known.signUp()
        expectGood(try await page.with { $0.authenticator = known.authenticator }.authenticate())
        var bank = Visitor.page(lab, .bank, origin: "https://bank.co.uk")
        try await bank.signUp()
        try await bank.signIn()
    }

    @Test func `an addition obeys the same rules`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let begun = app.with { $0.origin = "https://www.acme.example" }
        let options = try await begun.creationOptions()
        let other = app.with { $0.authenticator = SoftwareAuthenticator() }
        let verify = Visitor.registration + "/verify"
        expectRefusal(
            try await other.send("POST", verify, try other.created(options)), 400, "origin_not_allowed")
        let right = begun.with {
            $0.authenticator = SoftwareAuthenticator()
            $0.reported = "https://www.acme.example"
        }
        expectGood(try await right.send("POST", verify, try right.created(options)), 201)
    }
}

/// `client_id` is believed only if the verified origin proves it.
@Suite(.lab) struct ClientTests {
    /// Client, what the program reports, and what introspection says: nil is a refusal, "" no client.
    static let claims: [(String, String, String?, String?)] = [
        ("acme-web", "https://www.acme.example", "https://www.acme.example", "acme-web"),
        ("acme-web", "https://acme.example", nil, nil),
        ("acme-web", "https://id.acme.example", "https://id.acme.example", nil),
        ("acme-android", CertificateFingerprint(LabFiles.fingerprint)?.origin ?? "", nil, "acme-android"),
        ("acme-android", "https://acme.example", nil, nil),
        ("acme-plain", "https://acme.example", nil, ""),
        (LabFiles.longClientID, "https://www.acme.example", "https://www.acme.example", LabFiles.longClientID),
    ]

    @Test(arguments: claims, ["options", "verify"])
    func `a client is proven by the origin, or recorded, or refused`(
        _ claim: (client: String, reported: String, origin: String?, result: String?), _ place: String
    ) async throws {
        let lab = try Lab.current()
        var visitor = Visitor.app(lab).with {
            $0.origin = claim.origin
            $0.reported = claim.reported
        }
        let member: JSONValue = ["client_id": .string(claim.client)]
        let (first, last): (JSONValue, JSONObject) = place == "options" ? (member, [:]) : ([:], member.object ?? [:])
        let up = try await visitor.register(first, also: last)
        guard let result = claim.result else { return expectRefusal(up, 403, "client_not_allowed") }
        expectGood(up, 201)
        for answer in [up, try await visitor.authenticate(first, also: last)] {
            try visitor.adopt(answer)
            let seen = try await lab.introspect(visitor)
            #expect(seen.json["client_id"]?.string ?? "" == result)
            visitor = visitor.signedOut
        }
    }

    @Test func `an unknown client is refused everywhere`() async throws {
        let app = Visitor.app(try Lab.current())
        let member: JSONValue = ["client_id": "acme-we"]
        expectRefusal(
            try await app.send("POST", Visitor.registration + "/options", member), 403, "client_not_allowed")
        expectRefusal(
            try await app.send("POST", Visitor.authentication + "/options", member), 403, "client_not_allowed")
        expectRefusal(try await app.register([:], also: member.object ?? [:]), 403, "client_not_allowed")
    }
}

/// `mediation: conditional`: a passkey made in passing, without a gesture.
@Suite(.lab) struct ConditionalTests {
    private static let conditional: JSONValue = ["mediation": "conditional"]

    @Test func `only with a recent session, and only where verification is not required`() async throws {
        let lab = try Lab.current()
        let path = Visitor.registration + "/options"
        expectRefusal(try await Visitor.app(lab).send("POST", path, Self.conditional), 403, "conditional_not_allowed")
        var bank = Visitor.app(lab, .bank)
        try await bank.signUp()
        expectRefusal(try await bank.send("POST", path, Self.conditional), 403, "conditional_not_allowed")
        var app = Visitor.app(lab)
        try await app.signUp()
        expectGood(try await app.send("POST", path, Self.conditional))
        let unfresh = app.with { $0.reauthentication = nil }
        expectRefusal(try await unfresh.send("POST", path, Self.conditional), 403, "reauthentication_required")
        expectRefusal(try await app.send("POST", path, ["mediation": "silent"]), 400, "request_malformed")
    }

    @Test func `only a conditional registration may come without presence and verification`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let other = app.with { $0.authenticator = SoftwareAuthenticator() }
        let plan: Visitor.Plan = {
            $0.userPresent = false
            $0.userVerified = false
        }
        let answer = try await other.register(Self.conditional, plan)
        #expect(expectGood(answer, 201)["session"] == nil)
        for mediation: JSONValue in [[:], ["mediation": "optional"], ["mediation": "required"], ["mediation": .null]] {
            let third = app.with { $0.authenticator = SoftwareAuthenticator() }
            expectRefusal(try await third.register(mediation, plan), 400, "user_presence_missing")
        }
        // The mark is the server's own: saying it at the end does nothing.
        let fourth = app.with { $0.authenticator = SoftwareAuthenticator() }
        expectRefusal(
            try await fourth.register([:], also: ["mediation": "conditional"], plan), 400, "user_presence_missing")
        // The passkey signs in as any other, with presence.
        expectGood(try await other.signedOut.authenticate())
        expectRefusal(
            try await other.signedOut.authenticate { $0.userPresent = false }, 401, "user_presence_missing")
    }
}

import JSON
import TestSupport
import Testing
import Text

@testable import Features

/// Every handle of one tenant is offered to another on every route, and gets the answer of a handle that never was.
@Suite(.lab) struct IsolationTests {
    /// A place of a request where a handle may stand.
    enum Place: Sendable, Hashable {
        /// `Authorization: Bearer`, the cookie, and a query.
        case bearer, cookie, query
        /// `Gatehouse-Reauthentication` beside the caller's own session.
        case reauthentication
        /// The path's parameter, beside the caller's own session.
        case parameter
        /// A member of the body, without a session and with one.
        case member(String)
        /// `token` of a form that the caller's own service sends.
        case formToken
        /// The other tenant's service says who it is.
        case service
        /// Finished ceremonies over a foreign challenge, of a foreign credential, for a foreign user handle.
        case challenges, credential, userHandle
    }

    private static let readings: Set<Place> = [.bearer, .cookie, .query]
    private static let sensitive = readings.union([.reauthentication])

    /// Where handles can be offered on each row of the table. A new route needs a line here.
    static let places: [String: Set<Place>] = [
        "GET /.well-known/apple-app-site-association": readings, "GET /.well-known/assetlinks.json": readings,
        "GET /.well-known/webauthn": readings, "GET /.well-known/passkey-endpoints": readings,
        "GET /.well-known/apple-developer-domain-association.txt": readings,
        "GET /": readings, "GET /error": readings, "GET /demo": readings,
        "GET /assets/{file}": readings.union([.parameter]), "GET /sdk/{file}": readings.union([.parameter]),
        "POST /passkeys/registration/options": sensitive.union([.member("username"), .member("client_id")]),
        "POST /passkeys/registration/verify": readings.union([.challenges, .credential, .member("id")]),
        "POST /passkeys/authentication/options": readings.union([.member("username"), .member("client_id")]),
        "POST /passkeys/authentication/verify": readings.union([.challenges, .credential, .userHandle, .member("id")]),
        "GET /account/passkeys": readings,
        "PATCH /account/passkeys/{id}": readings.union([.parameter]),
        "DELETE /account/passkeys/{id}": sensitive.union([.parameter]),
        "GET /session": readings, "DELETE /session": readings, "GET /account/sessions": readings,
        "DELETE /account/sessions": readings, "DELETE /account/sessions/{id}": readings.union([.parameter]),
        "GET /account": readings, "PATCH /account": readings, "DELETE /account": sensitive,
        "GET /account/signals": readings, "GET /account/activity": readings,
        "POST /oauth2/introspect": readings.union([.formToken, .service]),
        "POST /oauth2/revoke": readings.union([.formToken, .service]),
        "GET /demo/introspection": readings, "POST /demo/bearer": readings,
    ]

    @Test func `every route has its line`() {
        let rows = Set(RouteTable.rows.map { "\($0.method) \($0.path.text)" })
        #expect(rows.subtracting(Self.places.keys).sorted() == [], "say where handles can be offered on these")
        #expect(Set(Self.places.keys).subtracting(rows).sorted() == [], "these are no routes")
    }

    struct Direction: Sendable, CustomTestStringConvertible {
        let from: LabTenant
        let to: LabTenant
        var testDescription: String { "\(from.id) → \(to.id)" }
    }

    /// Another tenant, and the reverse; on the demo tenant every row exists.
    static let directions = [
        Direction(from: .acme, to: .bolt), Direction(from: .bolt, to: .acme), Direction(from: .bank, to: .acme),
    ]

    @Test(arguments: directions)
    func `another tenant's handle is as unknown as one that never was`(_ direction: Direction) async throws {
        let lab = try Lab.current()
        let (handles, owner) = try await Handles.made(lab, direction.from)
        // Memory knows the token, too.
        #expect(try await lab.introspect(owner).json["active"] == true)
        let never = Handles.never(like: handles)
        var caller = Visitor.app(lab, direction.to)
        try await caller.signUp()
        for route in RouteTable.rows {
            for place in Self.places["\(route.method) \(route.path.text)"] ?? [] {
                let foreign = try await Offer(route, place, handles, caller).answers()
                let unknown = try await Offer(route, place, never, caller).answers()
                #expect(foreign.count == unknown.count)
                for (one, other) in zip(foreign, unknown) {
                    #expect(one == other, "\(route.method) \(route.path.text), \(place)")
                }
            }
        }
        // Nothing was lost on either side.
        expectGood(try await owner.send("GET", "/session"))
        #expect(expectGood(try await owner.send("GET", "/account/passkeys"))["passkeys"]?.array?.count == 1)
        #expect(expectGood(try await owner.send("GET", "/account/sessions"))["sessions"]?.array?.count == 2)
        expectGood(try await caller.send("GET", "/session"))
        #expect(try await lab.introspect(owner).json["active"] == true)
    }
}

/// One row asked with handles in one place.
private struct Offer {
    let route: Route
    let place: IsolationTests.Place
    let handles: Handles
    let caller: Visitor

    init(_ route: Route, _ place: IsolationTests.Place, _ handles: Handles, _ caller: Visitor) {
        self.route = route
        self.place = place
        self.handles = handles
        self.caller = caller
    }

    private var path: String { route.path.text.replacing(/\{\w+\}/, with: "x") }
    private var body: JSONValue? { route.body == .json ? [:] : nil }
    private var page: Visitor { caller.signedOut.with { $0.origin = $0.tenant.issuer } }

    /// What was answered, without what differs anyway.
    func answers() async throws -> [String] {
        try await send().map { answer in
            var text = Self.comparable(answer)
            for (name, value) in handles.texts { text = text.replacing(value, with: "<\(name)>") }
            return text
        }
    }

    private func send() async throws -> [HTTPTestAnswer] {
        switch place {
        case .bearer:
            let tokens = [handles.token, handles.cookie, handles.reauthentication]
            return try await each(tokens) { token in
                try await caller.signedOut.with { $0.token = token }.send(route.method, path, body)
            }
        case .cookie:
            return try await each([handles.cookie, handles.token]) { cookie in
                try await page.with { $0.cookie = cookie }.send(route.method, path, body)
            }
        case .query:
            return try await each(handles.texts.map(\.value)) { text in
                try await caller.signedOut.send(route.method, "\(path)?access_token=\(text)&id=\(text)", body)
            }
        case .reauthentication:
            return try await each([handles.reauthentication, handles.token]) { value in
                try await caller.with { $0.reauthentication = value }.send(route.method, path, body)
            }
        case .parameter:
            return try await each(handles.texts.map(\.value)) { text in
                let body: JSONValue? = route.body == .json ? ["name": "x"] : nil
                let path = route.path.text.replacing(/\{\w+\}/, with: text)
                return try await caller.send(route.method, path, body)
            }
        case .member(let name):
            let texts = handles.texts.map(\.value).filter { name != "username" || $0.utf8.count <= 255 }
            let apart = try await each(texts) { text in
                try await caller.signedOut.send(route.method, path, [(name): .string(text)])
            }
            return try await apart
                + each(texts) { text in try await caller.send(route.method, path, [(name): .string(text)]) }
        case .formToken:
            return try await each(handles.texts.map(\.value)) { text in
                try await caller.lab.form(path, caller.tenant, [("token", text)])
            }
        case .service:
            let secret = handles.clientSecret
            return try await each([Lab.ServiceLogin.basic("service", secret), .post("service", secret)]) { login in
                try await caller.lab.form(path, caller.tenant, [("token", handles.token)], as: login)
            }
        case .challenges, .credential, .userHandle: return try await finish()
        }
    }

    private func each<T>(
        _ values: [T], _ send: (T) async throws -> HTTPTestAnswer
    ) async throws -> [HTTPTestAnswer] {
        var answers: [HTTPTestAnswer] = []
        for value in values { answers.append(try await send(value)) }
        return answers
    }

    /// Ceremonies that are right in all but the handle.
    private func finish() async throws -> [HTTPTestAnswer] {
        let plans: [Visitor.Plan]
        switch place {
        case .challenges:
            plans = [handles.signInChallenge, handles.signUpChallenge, handles.additionChallenge].map { text in
                { $0.clientData = { $0["challenge"] = .string(text) } }
            }
        case .userHandle: plans = [{ $0.userHandle = handles.userHandle }]
        default: plans = []
        }
        var answers: [HTTPTestAnswer] = []
        for visitor in [caller.signedOut, caller] {
            if place == .credential { answers.append(try await credential(visitor)) }
            for plan in plans {
                let other = visitor.with { $0.authenticator = SoftwareAuthenticator() }
                answers.append(
                    path.contains("registration")
                        ? try await other.register([:], plan) : try await visitor.signedOut.authenticate([:], plan))
            }
        }
        return answers
    }

    /// A new key under the foreign credential's id: to be registered, or to sign in with.
    private func credential(_ visitor: Visitor) async throws -> HTTPTestAnswer {
        let other = visitor.signedOut.with { $0.authenticator = SoftwareAuthenticator() }
        let plan: Visitor.Plan = { $0.credentialID = handles.credential }
        if path.contains("registration") {
            let answer = try await other.register([:], plan)
            // Gone again, so that the next round finds what this one found.
            if answer.status == 201 {
                var person = other
                try person.adopt(answer)
                expectGood(try await person.send("DELETE", "/account"), 204)
            }
            return answer
        }
        _ = try other.created(try await other.creationOptions(), plan)
        return try await other.authenticate([:]) { $0.userHandle = [] }
    }

    /// Status, the headers that say something, and the body: of refusals all of it, of others its form.
    private static func comparable(_ answer: HTTPTestAnswer) -> String {
        let names = ["Content-Type", "WWW-Authenticate", "Allow", "Retry-After", "Cache-Control", "Vary"]
        let headers = names.compactMap { name in answer[name].map { "\(name): \($0)" } }
        var json = answer.json
        if answer.status >= 400, var object = json.object {
            object["request_id"] = nil
            json = .object(object)
        } else if json != .null {
            json = shape(json)
        }
        let hasCookie = answer["Set-Cookie"] != nil
        return "\(answer.status) \(headers) \(hasCookie) \(json.serializedText())"
    }

    private static func shape(_ json: JSONValue) -> JSONValue {
        switch json {
        // Lists for names that do not exist vary as those of real accounts do.
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map {
                        ($0.name, $0.name == "allowCredentials" ? "credentials" : shape($0.value))
                    }))
        case .array(let items): .array(items.map(shape))
        case .string: "text"
        case .integer, .real: 0
        default: json
        }
    }
}

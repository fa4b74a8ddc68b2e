import Foundation
import JSON
import TestSupport
import Testing
import Text

/// One program that talks to one tenant: a page, which sends its `Origin`, or an app, which does not; with an
/// authenticator at hand, and the session it got.
struct Visitor: Sendable {
    let lab: Lab
    let tenant: LabTenant
    /// What the program sends as `Origin`.
    var origin: String?
    /// What the authenticator's client reports as origin.
    var reported: String
    var authenticator = SoftwareAuthenticator()

    var token: String?
    var cookie: String?
    var reauthentication: String?
    /// The `session` member of the answer that signed in.
    var session: JSONValue = .null
    /// The `passkey` member of the answer that signed up.
    var passkey: JSONValue = .null

    /// A native app: no `Origin`, and iOS reports the RP ID's https origin.
    static func app(_ lab: Lab, _ tenant: LabTenant = .acme) -> Visitor {
        let tenant = lab.on(tenant)
        return Visitor(lab: lab, tenant: tenant, origin: nil, reported: "https://\(tenant.rpID)")
    }

    /// A page of the tenant's, by default not the issuer's.
    static func page(_ lab: Lab, _ tenant: LabTenant = .acme, origin: String? = nil) -> Visitor {
        let tenant = lab.on(tenant)
        return Visitor(lab: lab, tenant: tenant, origin: origin ?? tenant.page, reported: origin ?? tenant.page)
    }

    /// A page of the issuer.
    static func issuerPage(_ lab: Lab, _ tenant: LabTenant = .acme) -> Visitor {
        page(lab, tenant, origin: lab.on(tenant).issuer)
    }

    /// The same program with another session or none.
    func with(_ change: (inout Visitor) -> Void) -> Visitor {
        var copy = self
        change(&copy)
        return copy
    }

    /// The same program without a session.
    var signedOut: Visitor {
        with {
            $0.token = nil
            $0.cookie = nil
            $0.reauthentication = nil
        }
    }

    var cookieName: String { tenant.issuer.hasPrefix("https") ? "__Host-gatehouse" : "gatehouse" }

    /// What goes out with every request.
    var credentials: [(name: String, value: String)] {
        [
            origin.map { ("Origin", $0) }, token.map { ("Authorization", "Bearer \($0)") },
            cookie.map { ("Cookie", "\(cookieName)=\($0)") },
            reauthentication.map { ("Gatehouse-Reauthentication", $0) },
        ].compactMap { $0 }
    }

    func send(
        _ method: String, _ path: String, _ json: JSONValue? = nil, headers: [(name: String, value: String)] = []
    ) async throws -> HTTPTestAnswer {
        let type = json == nil ? [] : [(name: "Content-Type", value: "application/json")]
        return try await lab.client.send(
            HTTPTestRequest(
                method, path, host: tenant.host, headers: credentials + type + headers, body: json?.serialized()))
    }

    /// Takes token, cookie and the rest from an answer that signed in.
    mutating func adopt(_ answer: HTTPTestAnswer) throws {
        session = try #require(answer.json["session"], "\(answer.text)")
        token = session["token"]?.string
        reauthentication = session["reauthentication"]?["value"]?.string
        let field = answer["Set-Cookie"]?.split(separator: ";").first?.split(separator: "=", maxSplits: 1)
        cookie = field.map { String($0[1]) }
        passkey = answer.json["passkey"] ?? passkey
    }
}

// MARK: Ceremonies

extension Visitor {
    typealias Plan = (inout SoftwareAuthenticatorPlan) -> Void
    static let registration = "/passkeys/registration"
    static let authentication = "/passkeys/authentication"

    /// Creation options; the request must succeed.
    func creationOptions(_ input: JSONValue = [:]) async throws -> JSONValue {
        let answer = try await send("POST", Self.registration + "/options", input)
        try #require(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    /// Request options; the request must succeed.
    func requestOptions(_ input: JSONValue = [:]) async throws -> JSONValue {
        let answer = try await send("POST", Self.authentication + "/options", input)
        try #require(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    /// A finished creation, not sent yet.
    func created(_ options: JSONValue, _ plan: Plan = { _ in }) throws -> JSONValue {
        try authenticator.create(options, origin: reported, plan)
    }

    /// A finished assertion, not sent yet.
    func asserted(_ options: JSONValue, _ plan: Plan = { _ in }) throws -> JSONValue {
        try authenticator.get(options, origin: reported, plan)
    }

    /// Options, authenticator and verify, with further members for verify.
    func register(
        _ input: JSONValue = [:], also: JSONObject = [:], _ plan: Plan = { _ in }
    ) async throws -> HTTPTestAnswer {
        let response = try created(try await creationOptions(input), plan)
        return try await send("POST", Self.registration + "/verify", response.adding(also))
    }

    /// Options, authenticator and verify, with further members for verify.
    func authenticate(
        _ input: JSONValue = [:], also: JSONObject = [:], _ plan: Plan = { _ in }
    ) async throws -> HTTPTestAnswer {
        let response = try asserted(try await requestOptions(input), plan)
        return try await send("POST", Self.authentication + "/verify", response.adding(also))
    }

    /// A new account with a session. Must succeed.
    mutating func signUp(_ username: String? = nil, _ plan: Plan = { _ in }) async throws {
        let answer = try await register(username.map { ["username": .string($0)] } ?? [:], plan)
        try #require(answer.status == 201, "\(answer.text)")
        try adopt(answer)
    }

    /// A new session, or the present one renewed. Must succeed.
    mutating func signIn(_ username: String? = nil) async throws {
        let answer = try await authenticate(username.map { ["username": .string($0)] } ?? [:])
        try #require(answer.status == 200, "\(answer.text)")
        try adopt(answer)
    }

    /// Makes a further passkey on an authenticator of its own and returns the passkey object. Must succeed.
    func addPasskey(on other: SoftwareAuthenticator? = nil) async throws -> JSONValue {
        let answer = try await with { $0.authenticator = other ?? SoftwareAuthenticator() }.register()
        try #require(answer.status == 201, "\(answer.text)")
        return try #require(answer.json["passkey"])
    }
}

extension JSONValue {
    func adding(_ members: JSONObject) -> JSONValue {
        var object = object ?? [:]
        for member in members.members { object[member.name] = member.value }
        return .object(object)
    }
}

extension Visitor {
    /// The id of the authenticator's first credential, as JSON spells it.
    var firstCredentialID: String? { authenticator.credentials.first.map { Base64URL.encode($0.id) } }
}

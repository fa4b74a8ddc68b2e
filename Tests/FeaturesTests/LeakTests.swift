import Features
import Foundation
import JSON
import Store
import TestSupport
import Testing
import Text

/// Nothing secret stands in refusals, in the log or in the audit log, wherever a caller puts it.
@Suite struct LeakTests {
    /// Words of the machine room.
    private static let machinery = [
        "SELECT", "INSERT", "sqlite", "SQLite", ".swift", "Optional(", "nil", "/tmp/", "gatehouse.db", "StoreError",
        "WebAuthnRefusal", "Foundation", "0x", "Fatal",
    ]

    @Test func `bad requests and good ones leave no secret behind`() async throws {
        try await Lab.with { lab in
            let (handles, owner) = try await Handles.made(lab, .acme)
            let secrets = try Self.secrets(handles, lab)
            var refusals = try await Self.misplaced(handles, owner, lab)
            refusals += try await Self.broken(owner)
            refusals += try await Self.services(handles, lab)
            #expect(refusals.count > 200)
            for answer in refusals where answer.status >= 400 {
                Self.expectClean(answer.text, secrets, "answer")
                // A request id may spell anything.
                let words = answer.text.replacing(answer["X-Request-Id"] ?? "-", with: "")
                for word in Self.machinery { #expect(!words.contains(word), "\(word) in \(words)") }
                // Nor whose account it was about.
                #expect(!answer.text.contains(handles.username), "\(answer.text)")
                #expect(!answer.text.contains(handles.subject), "\(answer.text)")
            }
            // Good calls are logged and remembered, too.
            var app = owner.signedOut
            try await app.signIn(handles.username)
            _ = try await app.addPasskey()
            expectGood(try await app.send("DELETE", "/account"), 204)
            let later = [app.token, app.reauthentication].compactMap { $0 }
            let lines = lab.log.lines
            #expect(lines.count > 100)
            for line in lines { Self.expectClean(line, secrets + later, "log") }
            let events = try await lab.events(.acme)
            #expect(events.count > 50)
            for event in events { Self.expectClean("\(event)", secrets + later, "event") }
            let metrics = try await lab.managementClient.send(
                HTTPTestRequest("GET", "/metrics", host: "localhost"))
            Self.expectClean(metrics.text, secrets + later + [handles.username, handles.subject], "metrics")
        }
    }

    /// Values, and the hashes under which they are stored.
    private static func secrets(_ handles: Handles, _ lab: Lab) throws -> [String] {
        var secrets = [
            handles.token, handles.cookie, handles.reauthentication, handles.signInChallenge, handles.signUpChallenge,
            handles.additionChallenge, handles.clientSecret,
        ]
        for token in [handles.token, handles.cookie] {
            let hash = try #require(BearerToken.hash(of: token, kind: .session))
            secrets += [Hex.encode(hash), Base64URL.encode(hash), Base64.encode(hash)]
        }
        return secrets
    }

    private static func expectClean(_ text: String, _ secrets: [String], _ place: String) {
        for secret in secrets where text.contains(secret) {
            Issue.record("\(secret.prefix(8))… stands in this \(place): \(text)")
        }
        // A part of a token is too much as well.
        for secret in secrets.prefix(6) where text.contains(secret.dropFirst(6).prefix(20)) {
            Issue.record("a part of \(secret.prefix(8))… stands in this \(place): \(text)")
        }
    }

    /// Secrets where they do not belong.
    private static func misplaced(_ handles: Handles, _ owner: Visitor, _ lab: Lab) async throws -> [HTTPTestAnswer] {
        var answers: [HTTPTestAnswer] = []
        let secrets = [handles.token, handles.cookie, handles.reauthentication, handles.additionChallenge]
        let anybody = owner.signedOut
        for secret in secrets {
            for path in [
                "/session/\(secret)", "/\(secret)", "/account/passkeys/\(secret)", "/account/sessions/\(secret)",
            ] {
                for method in ["GET", "POST", "DELETE", "PATCH"] {
                    answers.append(try await anybody.send(method, path))
                    answers.append(try await owner.send(method, path))
                }
            }
            for path in ["/session?token=\(secret)", "/nowhere?\(secret)", "/oauth2/introspect?token=\(secret)"] {
                answers.append(try await anybody.send("GET", path))
            }
            for field in ["Bearer \(secret.dropLast())", "Basic \(secret)", secret, "Bearer \(secret)x"] {
                answers.append(try await anybody.send("GET", "/session", headers: [("Authorization", field)]))
            }
            for name in ["username", "display_name", "client_id", "mediation", "id", "name", "response"] {
                for path in [
                    "registration/options", "registration/verify", "authentication/options", "authentication/verify",
                ] {
                    let body: JSONValue = [(name): .string(secret)]
                    answers.append(try await anybody.send("POST", "/passkeys/" + path, body))
                }
            }
            let body = Array(#"{"username":"\#(secret)","#.utf8)
            answers.append(
                try await lab.client.send(
                    HTTPTestRequest(
                        "POST", "/passkeys/registration/options", host: owner.tenant.host,
                        headers: [("Content-Type", "application/json")], body: body)))
        }
        return answers.filter { $0.status >= 400 }
    }

    /// Ceremonies with one thing wrong, by an account that exists.
    private static func broken(_ owner: Visitor) async throws -> [HTTPTestAnswer] {
        var answers: [HTTPTestAnswer] = []
        for broken in BrokenCeremony.common where broken.tenant == .acme {
            answers.append(try await owner.signedOut.authenticate([:], broken.plan))
            answers.append(
                try await owner.with { $0.authenticator = SoftwareAuthenticator() }.register([:], broken.plan))
            let page = owner.signedOut.with { $0.origin = "https://evil.example" }
            answers.append(try await page.send("POST", Visitor.authentication + "/options", [:]))
        }
        return answers
    }

    private static func services(_ handles: Handles, _ lab: Lab) async throws -> [HTTPTestAnswer] {
        let secret = handles.clientSecret
        let logins: [Lab.ServiceLogin] = [
            .basic(secret, secret), .basic("blind", secret), .post(handles.token, handles.cookie),
            .basic("service", secret + "x"), .basic(handles.token, ""), .none,
        ]
        var answers: [HTTPTestAnswer] = []
        for path in ["/oauth2/introspect", "/oauth2/revoke", "/oauth2/token"] {
            for login in logins {
                answers.append(try await lab.form(path, .acme, [("token", handles.token)], as: login))
            }
            let both = [("token", handles.token), ("client_secret", secret), ("client_id", "service")]
            answers.append(try await lab.form(path, .acme, both))
            answers.append(try await lab.form(path, .acme, [("token", handles.token), ("token", handles.cookie)]))
        }
        return answers.filter { $0.status >= 400 }
    }

    @Test func `what a refusal quotes is bounded, in the log and in the events`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let long = "https://" + String(repeating: "a", count: 20_000)
            let answer = try await app.signedOut.authenticate { $0.clientData = { $0["origin"] = .string(long) } }
            expectRefusal(answer, 401, "origin_not_allowed")
            let path = "/" + String(repeating: "b/", count: 2_000)
            _ = try await app.send(
                "GET", path, headers: [("Origin", "https://" + String(repeating: "c", count: 5_000))])
            #expect(lab.log.lines.allSatisfy { $0.utf8.count < 1_500 })
            let events = try await lab.events(.acme)
            #expect(events.allSatisfy { "\($0)".utf8.count < 1_500 })
        }
    }
}

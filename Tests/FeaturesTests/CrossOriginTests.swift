import JSON
import TestSupport
import Testing

/// CORS: never with credentials, always `Vary: Origin`, errors included.
@Suite(.lab) struct CrossOriginTests {
    static let open = [
        "/passkeys/registration/options", "/passkeys/registration/verify", "/passkeys/authentication/options",
        "/passkeys/authentication/verify", "/session", "/account", "/account/passkeys", "/account/passkeys/x",
        "/account/sessions", "/account/sessions/x", "/account/signals", "/account/activity",
    ]

    /// Origins and whether acme lets them read.
    static let origins: [(String, Bool)] = [
        ("https://acme.example", true), ("https://www.acme.example", true), ("https://id.acme.example", true),
        ("https://acme.co.uk", true), ("https://evil.example", false), ("null", false), ("*", false),
        ("https://acme.example.evil.example", false), ("http://acme.example", false), ("https://ACME.example", false),
        ("https://bank.example", false),
    ]

    private func ask(
        _ method: String, _ path: String, origin: String?, headers: [(name: String, value: String)] = []
    ) async throws -> HTTPTestAnswer {
        try await Visitor.app(try Lab.current()).with { $0.origin = origin }.send(method, path, headers: headers)
    }

    @Test(arguments: open, origins)
    func `the JSON endpoints answer preflights of the tenant's origins`(
        _ path: String, _ caller: (origin: String, reads: Bool)
    ) async throws {
        let answer = try await ask(
            "OPTIONS", path, origin: caller.origin,
            headers: [("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "authorization")])
        expectGood(answer, 204)
        #expect(answer["Access-Control-Allow-Origin"] == (caller.reads ? caller.origin : nil))
        #expect((answer["Access-Control-Allow-Methods"] != nil) == caller.reads)
        #expect(
            (answer["Access-Control-Allow-Headers"]?.contains("Gatehouse-Reauthentication") == true) == caller.reads)
        #expect(answer["Access-Control-Allow-Credentials"] == nil)
        #expect(answer.values(of: "Vary") == ["Origin"])
    }

    @Test(arguments: open, origins)
    func `refusals carry the same headers as answers`(
        _ path: String, _ caller: (origin: String, reads: Bool)
    ) async throws {
        for method in ["GET", "POST", "DELETE", "PATCH", "PUT"] {
            let answer = try await ask(method, path, origin: caller.origin)
            #expect(answer.status >= 400 || answer.status == 200, "\(method)")
            #expect(answer["Access-Control-Allow-Origin"] == (caller.reads ? caller.origin : nil), "\(method)")
            #expect(answer["Access-Control-Allow-Credentials"] == nil)
            #expect(answer.values(of: "Vary") == ["Origin"], "\(method)")
        }
    }

    @Test func `an allowed origin reads a good answer, its id and its waiting time`() async throws {
        let answer = try await Visitor.page(try Lab.current()).send(
            "POST", "/passkeys/authentication/options", [:])
        expectGood(answer)
        #expect(answer["Access-Control-Allow-Origin"] == "https://www.acme.example")
        #expect(answer["Access-Control-Expose-Headers"]?.contains("X-Request-Id") == true)
        #expect(answer["Access-Control-Expose-Headers"]?.contains("Retry-After") == true)
    }

    @Test func `without an origin the answer still varies by it`() async throws {
        let answer = try await ask("POST", "/passkeys/authentication/options", origin: nil)
        #expect(answer.values(of: "Vary") == ["Origin"])
        #expect(answer["Access-Control-Allow-Origin"] == nil)
    }

    @Test(arguments: ["/oauth2/introspect", "/oauth2/revoke", "/error", "/nowhere", "/passkeys", "/demo/bearer"])
    func `nothing else is open`(_ path: String) async throws {
        for method in ["GET", "POST", "OPTIONS"] {
            let answer = try await ask(method, path, origin: "https://www.acme.example")
            #expect(answer["Access-Control-Allow-Origin"] == nil, "\(method)")
            if method == "OPTIONS" { #expect(answer.status == 404 || answer.status == 405) }
        }
    }

    @Test(arguments: ["/.well-known/assetlinks.json", "/.well-known/apple-app-site-association", "/sdk/gatehouse.js"])
    func `what is for everybody says so`(_ path: String) async throws {
        for origin in [nil, "https://evil.example", "null"] {
            for method in ["GET", "HEAD", "OPTIONS", "POST"] {
                let answer = try await ask(method, path, origin: origin)
                #expect(answer["Access-Control-Allow-Origin"] == "*", "\(method)")
                #expect(answer["Access-Control-Allow-Credentials"] == nil)
            }
        }
    }
}

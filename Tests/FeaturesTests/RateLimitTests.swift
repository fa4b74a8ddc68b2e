import Features
import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// `slow` lets an address finish three ceremonies a minute, begin fifteen, and call thirty times with a session.
@Suite struct RateLimitTests {
    private static let finish = Visitor.authentication + "/verify"
    private static let begin = Visitor.authentication + "/options"

    /// How many of `count` calls were let through.
    private func admitted(_ count: Int, _ send: () async throws -> HTTPTestAnswer) async throws -> Int {
        var passed = 0
        for _ in 0..<count {
            let answer = try await send()
            if answer.status == 429 { expectRefusal(answer, 429, "rate_limited") } else { passed += 1 }
        }
        return passed
    }

    private func expectAdmitted(
        _ expected: Int, of count: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ send: () async throws -> HTTPTestAnswer
    ) async throws {
        let passed = try await admitted(count, send)
        #expect(passed == expected, sourceLocation: sourceLocation)
    }

    @Test func `each class of calls has its own bucket, which fills again`() async throws {
        try await Lab.with { lab in
            let app = Visitor.app(lab, .slow)
            try await expectAdmitted(3, of: 6) { try await app.send("POST", Self.finish, [:]) }
            let refused = try await app.send("POST", Self.finish, [:])
            expectRefusal(refused, 429, "rate_limited")
            #expect(refused["Retry-After"] == "20")
            try await expectAdmitted(15, of: 20) { try await app.send("POST", Self.begin, [:]) }
            try await expectAdmitted(30, of: 35) { try await app.send("GET", "/session") }
            lab.clock.move(by: 19)
            expectRefusal(try await app.send("POST", Self.finish, [:]), 429, "rate_limited")
            lab.clock.move(by: 1)
            try await expectAdmitted(1, of: 2) { try await app.send("POST", Self.finish, [:]) }
            lab.clock.move(by: 3_600)
            try await expectAdmitted(3, of: 6) { try await app.send("POST", Self.finish, [:]) }
            // A clock that goes back gives nothing and breaks nothing.
            lab.clock.move(by: -1_800)
            expectRefusal(try await app.send("POST", Self.finish, [:]), 429, "rate_limited")
        }
    }

    @Test func `the tenant's other limits and other tenants are untouched`() async throws {
        try await Lab.with { lab in
            let app = Visitor.app(lab, .slow)
            _ = try await admitted(6) { try await app.send("POST", Self.finish, [:]) }
            expectRefusal(
                try await Visitor.app(lab, .bank).send("POST", Self.finish, [:]), 401, "credential_malformed")
            for _ in 0..<50 {
                expectRefusal(try await app.send("GET", "/.well-known/assetlinks.json"), 404, "path_unknown")
                expectGood(try await app.send("GET", "/"))
            }
        }
    }

    @Test func `a limit is the same for every origin, and readable by pages`() async throws {
        try await Lab.with { lab in
            let page = Visitor.page(lab, .slow)
            _ = try await admitted(3) { try await page.send("POST", Self.finish, [:]) }
            let answer = try await page.send("POST", Self.finish, [:])
            expectRefusal(answer, 429, "rate_limited")
            #expect(answer["Access-Control-Allow-Origin"] == "https://slow.example")
            #expect(answer["Access-Control-Expose-Headers"]?.contains("Retry-After") == true)
        }
    }

    @Test func `a stranger cannot choose an address`() async throws {
        try await Lab.with { lab in
            let app = Visitor.app(lab, .slow)
            var passed = 0
            for index in 0..<6 {
                let answer = try await app.send(
                    "POST", Self.finish, [:],
                    headers: [("X-Forwarded-For", "10.0.0.\(index)"), ("Forwarded", "for=10.0.0.\(index)")])
                passed += answer.status == 429 ? 0 : 1
            }
            #expect(passed == 3)
        }
    }

    /// What a trusted proxy passes on, and whether that draws from the bucket of 192.0.2.1.
    static let hops: [([String], Bool)] = [
        (["192.0.2.1"], true), (["10.9.9.9, 192.0.2.1"], true), (["10.9.9.9", "192.0.2.1"], true),
        (["x, 192.0.2.1"], true), (["192.0.2.1, 127.0.0.1"], true), (["::ffff:192.0.2.1"], true),
        (["192.0.2.1, 192.0.2.2"], false), (["192.0.2.2"], false), ([], false), (["192.0.2.1, x"], false),
        (["192.0.2.1:4711"], true), (["[::ffff:192.0.2.1]:4711"], true), (["192.0.2.2:4711"], false),
        (["192.0.2.1:x"], false), (["192.0.2.1:1:2"], false),
    ]

    @Test func `behind a trusted proxy the nearest untrusted hop counts`() async throws {
        let proxies = [try #require(NetworkPrefix("127.0.0.0/8"))]
        for (fields, isSame) in Self.hops {
            try await Lab.with(trust: ProxyTrust(proxies: proxies)) { lab in
                let app = Visitor.app(lab, .slow)
                for _ in 0..<3 {
                    _ = try await app.send("POST", Self.finish, [:], headers: [("X-Forwarded-For", "192.0.2.1")])
                }
                let answer = try await app.send(
                    "POST", Self.finish, [:], headers: fields.map { (name: "X-Forwarded-For", value: $0) })
                #expect((answer.status == 429) == isSame, "\(fields)")
            }
        }
    }

    @Test func `an IPv6 client is counted by its network`() async throws {
        let proxies = [try #require(NetworkPrefix("127.0.0.0/8"))]
        try await Lab.with(trust: ProxyTrust(proxies: proxies)) { lab in
            let app = Visitor.app(lab, .slow)
            var passed = 0
            for index in 1...6 {
                let answer = try await app.send(
                    "POST", Self.finish, [:], headers: [("X-Forwarded-For", "2001:db8::\(index)")])
                passed += answer.status == 429 ? 0 : 1
            }
            #expect(passed == 3)
            let other = try await app.send(
                "POST", Self.finish, [:], headers: [("X-Forwarded-For", "2001:db8:0:1::1")])
            #expect(other.status != 429)
        }
    }

    @Test func `services are limited by failures alone`() async throws {
        try await Lab.with { lab in
            let path = "/oauth2/introspect"
            for _ in 0..<20 { expectGood(try await lab.form(path, .slow, [("token", "x")])) }
            let wrong = Lab.ServiceLogin.basic("service", "wrong")
            for _ in 0..<3 { #expect(try await lab.form(path, .slow, [("token", "x")], as: wrong).status == 401) }
            let answer = try await lab.form(path, .slow, [("token", "x")], as: wrong)
            #expect(answer.status == 429)
            #expect(answer.json["error"] == "slow_down")
            #expect(answer["Retry-After"] == "20")
            expectGood(try await lab.form(path, .slow, [("token", "x")]))
        }
    }
}

import Foundation
import JSON
import TestSupport
import Testing

/// Cookie or token: who gets which, and what each is good for.
@Suite(.lab) struct DeliveryTests {
    /// `Origin`, `Sec-Fetch-Site`, and whether a sign-up is answered with the cookie.
    static let callers: [(String?, String?, Bool)] = [
        ("https://id.acme.example", "same-origin", true),
        ("https://id.acme.example", nil, true),
        ("https://id.acme.example", "same-site", false),
        ("https://id.acme.example", "cross-site", false),
        ("https://id.acme.example", "none", false),
        ("https://www.acme.example", "same-site", false),
        ("https://www.acme.example", nil, false),
        ("https://www.acme.example", "same-origin", false),
        (nil, nil, false),
        (nil, "none", false),
    ]

    @Test(arguments: callers)
    func `the issuer's pages get the cookie and no token, all others the reverse`(
        _ caller: (origin: String?, site: String?, getsCookie: Bool)
    ) async throws {
        let lab = try Lab.current()
        let visitor = Visitor.app(lab).with {
            $0.origin = caller.origin
            $0.reported = caller.origin ?? $0.reported
        }
        let site = caller.site.map { [(name: "Sec-Fetch-Site", value: $0)] } ?? []
        let created = try visitor.created(try await visitor.creationOptions())
        let up = try await visitor.send("POST", Visitor.registration + "/verify", created, headers: site)
        let asserted = try visitor.asserted(try await visitor.requestOptions())
        let signIn = try await visitor.send("POST", Visitor.authentication + "/verify", asserted, headers: site)
        for answer in [up, signIn] {
            #expect((200...201).contains(answer.status), "\(answer.text)")
            #expect((answer["Set-Cookie"] != nil) == caller.getsCookie)
            #expect((answer.json["session"]?["token"] == nil) == caller.getsCookie)
            #expect((answer.json["session"]?["reauthentication"] == nil) == caller.getsCookie)
        }
    }

    @Test func `the cookie is what browsers demand`() async throws {
        let lab = try Lab.current()
        let secure = try await Visitor.issuerPage(lab).register()
        let parts = Set(secure["Set-Cookie"]?.components(separatedBy: "; ").dropFirst() ?? [])
        #expect(secure["Set-Cookie"]?.hasPrefix("__Host-gatehouse=gths_") == true)
        #expect(parts == ["Max-Age=7776000", "Path=/", "HttpOnly", "SameSite=Lax", "Secure"])
        let loopback = try await Visitor.issuerPage(lab, .bolt).register()
        #expect(loopback["Set-Cookie"]?.hasPrefix("gatehouse=gths_") == true)
        #expect(loopback["Set-Cookie"]?.contains("Secure") == false)
        #expect(loopback["Set-Cookie"]?.contains("Domain") == false)
    }

    @Test func `signing out takes the cookie back`() async throws {
        let lab = try Lab.current()
        var page = Visitor.issuerPage(lab)
        try await page.signUp()
        let answer = try await page.send("DELETE", "/session")
        expectGood(answer, 204)
        #expect(answer["Set-Cookie"]?.hasPrefix("__Host-gatehouse=; Max-Age=0; Path=/; HttpOnly") == true)
        expectRefusal(try await page.send("GET", "/session"), 401, "session_required")
        var gone = Visitor.issuerPage(lab)
        try await gone.signUp()
        #expect(try await gone.send("DELETE", "/account")["Set-Cookie"]?.contains("Max-Age=0") == true)
    }

    @Test func `a cookie is no token and a token no cookie`() async throws {
        let lab = try Lab.current()
        var page = Visitor.issuerPage(lab)
        try await page.signUp()
        let asToken = page.with {
            $0.token = $0.cookie
            $0.cookie = nil
        }
        expectRefusal(try await asToken.send("GET", "/session"), 401, "session_invalid")
        var app = Visitor.app(lab)
        try await app.signUp()
        let asCookie = page.with { $0.cookie = app.token }
        expectRefusal(try await asCookie.send("GET", "/session"), 401, "session_required")
    }

    @Test func `beside Authorization the cookie does not count`() async throws {
        let lab = try Lab.current()
        var page = Visitor.issuerPage(lab)
        try await page.signUp("cookie")
        var app = Visitor.app(lab)
        try await app.signUp("token")
        let both = page.with { $0.token = app.token }
        #expect(expectGood(try await both.send("GET", "/account"))["username"] == "token")
        let bad = page.with { $0.token = "gths_x" }
        expectRefusal(try await bad.send("GET", "/account"), 401, "session_invalid")
    }

    @Test(arguments: ["", "gths_x", "a; __Host-gatehouse=b", "%67ths"])
    func `a cookie that is nothing is no session, and no hindrance`(_ value: String) async throws {
        let page = Visitor.issuerPage(try Lab.current()).with { $0.cookie = value }
        expectRefusal(try await page.send("GET", "/session"), 401, "session_required")
        expectGood(try await page.send("POST", Visitor.registration + "/options", [:]))
    }

    @Test func `a cookie sent twice is none, and other cookies do not matter`() async throws {
        var page = Visitor.issuerPage(try Lab.current())
        try await page.signUp()
        let pair = "__Host-gatehouse=\(page.cookie ?? "")"
        for field in ["\(pair); \(pair)", "\(pair); __Host-gatehouse=x", "x\(pair)", "__host-gatehouse=x"] {
            let answer = try await page.with { $0.cookie = nil }.send("GET", "/session", headers: [("Cookie", field)])
            expectRefusal(answer, 401, "session_required", "\(field)")
        }
        for field in ["a=b; \(pair); c=d", "\(pair)", "  \(pair)"] {
            expectGood(try await page.with { $0.cookie = nil }.send("GET", "/session", headers: [("Cookie", field)]))
        }
    }
}

/// A call that uses or sets a cookie must be same-origin.
@Suite(.lab) struct CrossSiteTests {
    /// `Origin`, `Sec-Fetch-Site`, and whether a call with the cookie is let through.
    static let senders: [(String?, String?, Bool)] = [
        ("https://id.acme.example", "same-origin", true),
        ("https://id.acme.example", nil, true),
        (nil, "same-origin", true),
        (nil, nil, false),
        (nil, "none", false),
        (nil, "same-site", false),
        (nil, "cross-site", false),
        (nil, "SAME-ORIGIN", false),
        ("null", nil, false),
        ("null", "same-origin", false),
        ("", nil, false),
        ("https://www.acme.example", nil, false),
        ("https://www.acme.example", "same-origin", false),
        ("https://acme.example", "same-site", false),
        ("https://evil.example", "cross-site", false),
        ("https://id.acme.example.evil.example", nil, false),
        ("http://id.acme.example", nil, false),
        ("https://id.acme.example:443", nil, false),
        ("https://ID.acme.example", nil, false),
    ]

    static let calls: [(String, String, JSONValue?)] = [
        ("GET", "/session", nil), ("PATCH", "/account", [:]), ("DELETE", "/account/sessions", nil),
        ("POST", "/passkeys/registration/options", [:]), ("POST", "/passkeys/registration/verify", [:]),
        ("POST", "/passkeys/authentication/verify", [:]), ("GET", "/account/activity", nil),
    ]

    @Test(arguments: senders)
    func `the cookie counts from the issuer's pages alone`(
        _ sender: (origin: String?, site: String?, passes: Bool)
    ) async throws {
        let lab = try Lab.current()
        var page = Visitor.issuerPage(lab)
        try await page.signUp()
        let visitor = page.with { $0.origin = sender.origin }
        let site = sender.site.map { [(name: "Sec-Fetch-Site", value: $0)] } ?? []
        for (method, path, body) in Self.calls {
            let answer = try await visitor.send(method, path, body, headers: site)
            if sender.passes {
                #expect(answer.code != "cross_site_request", "\(method) \(path)")
            } else {
                expectRefusal(answer, 403, "cross_site_request", "\(method) \(path)")
                #expect(answer["Set-Cookie"] == nil)
            }
        }
        expectGood(try await page.send("GET", "/session"))
    }

    @Test func `doubled fields are not same-origin`() async throws {
        var page = Visitor.issuerPage(try Lab.current())
        try await page.signUp()
        for field in [("Origin", page.tenant.issuer), ("Sec-Fetch-Site", "same-origin")] {
            let twice = try await page.send(
                "GET", "/session", headers: [("Sec-Fetch-Site", "same-origin"), field].map { ($0.0, $0.1) })
            expectRefusal(twice, 403, "cross_site_request", "\(field)")
        }
    }

    @Test func `a token needs no origin`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let visitor = app.with { $0.origin = "https://evil.example" }
        let answer = try await visitor.send("GET", "/session", headers: [("Sec-Fetch-Site", "cross-site")])
        expectGood(answer)
        #expect(answer["Access-Control-Allow-Origin"] == nil)
    }
}

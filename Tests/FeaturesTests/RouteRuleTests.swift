import Foundation
import JSON
import TestSupport
import Testing

@testable import Features

/// What the route table promises for every row: methods, `HEAD`, `Allow`, media types, bodies.
@Suite(.lab) struct RouteRuleTests {
    /// A row with `{…}` filled in, so that it can be asked for.
    struct Row: Sendable, CustomTestStringConvertible {
        let route: Route
        var path: String { route.path.text.replacing(/\{\w+\}/, with: "x") }
        var testDescription: String { "\(route.method) \(route.path.text)" }
    }

    static let rows = RouteTable.rows.map(Row.init)
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"]

    /// The demo tenant, where every row exists.
    private func ask(
        _ method: String, _ path: String, type: String? = nil, body: [UInt8]? = nil
    ) async throws -> HTTPTestAnswer {
        let lab = try Lab.current()
        let headers = type.map { [(name: "Content-Type", value: $0)] } ?? []
        return try await lab.client.send(
            HTTPTestRequest(method, path, host: lab.on(.bolt).host, headers: headers, body: body))
    }

    @Test func `no row stands in the table twice`() {
        #expect(RouteTable.router.clashes == [])
    }

    @Test(arguments: rows)
    func `a method that is not listed is 405 and Allow lists the others`(_ row: Row) async throws {
        let same = Self.rows.filter { $0.route.path.text == row.route.path.text }.map(\.route)
        let answersHead = same.contains(where: \.answersHead)
        let expected = Set(same.map(\.method) + (answersHead ? ["HEAD"] : []))
        for method in Self.methods where !expected.contains(method) {
            let answer = try await ask(method, row.path, body: method == "HEAD" ? nil : [])
            #expect(answer.status == 405, "\(method)")
            #expect(Set(answer["Allow"]?.components(separatedBy: ", ") ?? []) == expected, "\(method)")
            if method != "HEAD" { expectOtherMethod(answer, row.route, "\(method)") }
        }
        // Only these answer preflights.
        let preflight = try await ask("OPTIONS", row.path)
        if case .none = row.route.crossOrigin {
            expectOtherMethod(preflight, row.route, "OPTIONS")
        } else {
            expectGood(preflight, 204)
        }
    }

    /// OAuth endpoints say it in RFC 6749's way.
    private func expectOtherMethod(_ answer: HTTPTestAnswer, _ route: Route, _ method: Comment) {
        switch route.errors {
        case .problem: expectRefusal(answer, 405, "method_not_allowed", method)
        case .oauth:
            #expect(answer.status == 405, method)
            #expect(answer.json["error"] == "invalid_request", method)
        }
    }

    @Test(arguments: rows.filter(\.route.answersHead))
    func `HEAD answers as GET without body`(_ row: Row) async throws {
        let get = try await ask("GET", row.path)
        let head = try await ask("HEAD", row.path)
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        for name in ["Content-Type", "ETag", "Cache-Control"] { #expect(head[name] == get[name]) }
        if get.status == 200 { #expect(head["Content-Length"] == "\(get.body.count)") }
    }

    static let nowhere = [
        "/nowhere", "/passkeys", "/passkeys/", "/passkeys/registration/options/", "//passkeys/registration/options",
        "/Passkeys/registration/options", "/passkeys/registration%2Foptions", "/%70asskeys/registration/options",
        "/account/passkeys/", "/account/passkeys/x/y", "/account/passkeys//", "/./account", "/session/../account",
        "/.well-known/openid-configuration", "/.well-known/jwks.json", "/.well-known/change-password",
        "/.well-known/assetlinks.json/", "/.well-known/apple-app-site-association.json", "/.well-known/", "/admin",
        "/metrics", "/health/live", "/favicon.ico", "/assets/", "/assets/../pages/index.html", "/assets/x/y",
        "/oauth2/token", "/password/registration",
    ]

    @Test(arguments: nowhere)
    func `a path that is not listed is 404 JSON, never a page`(_ path: String) async throws {
        for method in ["GET", "POST", "DELETE"] {
            expectRefusal(try await ask(method, path), 404, "path_unknown", "\(method)")
        }
        #expect(try await ask("HEAD", path).status == 404)
        expectRefusal(try await ask("OPTIONS", path), 404, "path_unknown")
    }

    @Test(arguments: rows)
    func `a row exists on the tenant's other hosts only if it says so`(_ row: Row) async throws {
        let lab = try Lab.current()
        let onIssuer = try await lab.client.send(
            HTTPTestRequest(row.route.method, row.path, host: "id.acme.example"))
        let onOther = try await lab.client.send(HTTPTestRequest(row.route.method, row.path, host: "acme.example"))
        if row.route.hosts != .every || row.route.onlyOnDemoTenants {
            expectRefusal(onOther, 404, "path_unknown")
        } else if row.path != "/.well-known/webauthn" && row.path != "/.well-known/passkey-endpoints" {
            #expect(onOther.status == onIssuer.status)
            #expect(onOther["ETag"] == onIssuer["ETag"])
        }
        if row.route.onlyOnDemoTenants { expectRefusal(onIssuer, 404, "path_unknown") }
    }

    static let types: [(String?, Bool)] = [
        ("application/json", true), ("application/json; charset=utf-8", true), ("Application/JSON;charset=UTF-8", true),
        ("application/json;charset=\"utf-8\"", true), ("application/json;", true),
        (nil, false), ("text/plain", false), ("application/x-www-form-urlencoded", false), ("text/json", false),
        ("application/json; charset=utf-16", false), ("application/jsonp", false),
        ("application/json, text/plain", false),
        ("multipart/form-data; boundary=x", false), ("application/problem+json", false), ("", false),
        ("application/json; charset=utf-8; charset=utf-7", false),
    ]

    @Test(arguments: types)
    func `JSON comes as JSON`(_ type: (text: String?, isGood: Bool)) async throws {
        for row in Self.rows where row.route.body == .json {
            let answer = try await ask(row.route.method, row.path, type: type.text, body: Array("{}".utf8))
            if type.isGood {
                #expect(answer.status != 415, "\(row.testDescription)")
            } else {
                expectRefusal(answer, 415, "media_type_unsupported", "\(row.testDescription)")
            }
        }
    }

    @Test func `forms come as forms`() async throws {
        for row in Self.rows where row.route.body == .form {
            for type in [nil, "application/json", "text/plain", "application/x-www-form-urlencoded; charset=latin1"] {
                let answer = try await ask("POST", row.path, type: type, body: Array("token=x".utf8))
                #expect(answer.status == 415, "\(row.testDescription)")
                #expect(answer.json["error"] == "invalid_request")
            }
            let bytes = ["token=%", "token=%zz", "token=\u{1}", "=x", "token=%ff", "token=a b", "&", "token=x&"]
            for text in bytes {
                let answer = try await ask(
                    "POST", row.path, type: "application/x-www-form-urlencoded", body: Array(text.utf8))
                #expect(answer.status == 400, "\(text)")
                #expect(answer.json["error"] == "invalid_request")
            }
        }
    }

    @Test func `an empty body is an empty object`() async throws {
        for path in ["/passkeys/registration/options", "/passkeys/authentication/options"] {
            expectGood(try await ask("POST", path))
            expectGood(try await ask("POST", path, body: []))
            expectGood(try await ask("POST", path, type: "application/json", body: []))
            expectGood(try await ask("POST", path, type: "application/json", body: Array(#"{"new":[1]}"#.utf8)))
        }
        expectRefusal(try await ask("POST", "/passkeys/registration/verify"), 400, "credential_malformed")
        expectRefusal(try await ask("POST", "/passkeys/authentication/verify"), 401, "credential_malformed")
    }

    static let malformed: [(String, [UInt8])] = [
        ("half", Array("{".utf8)), ("no object", Array("[]".utf8)), ("null", Array("null".utf8)),
        ("text", Array("\"x\"".utf8)), ("a member twice", Array(#"{"username":"a","username":"b"}"#.utf8)),
        ("more after it", Array("{} {}".utf8)), ("a trailing comma", Array(#"{"a":1,}"#.utf8)),
        ("a comment", Array("{}//".utf8)), ("single quotes", Array("{'a':1}".utf8)),
        ("a byte order mark", [0xEF, 0xBB, 0xBF] + Array("{}".utf8)),
        ("UTF-16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]),
        ("not UTF-8", Array("{\"username\":\"".utf8) + [0xFF] + Array("\"}".utf8)),
        ("a lone surrogate", Array(#"{"username":"\ud800"}"#.utf8)), ("a zero", Array(#"{"username":"a\u0000"}"#.utf8)),
        ("NaN", Array(#"{"a":NaN}"#.utf8)), ("a huge number", Array(#"{"a":1e999}"#.utf8)),
        ("deep", Array((#"{"a":"# + String(repeating: "[", count: 5_000)).utf8)),
        (
            "deep but whole",
            Array((#"{"a":"# + String(repeating: "[", count: 33) + String(repeating: "]", count: 33) + "}").utf8)
        ),
    ]

    @Test(arguments: malformed)
    func `a body that is not one strict object is refused`(_ body: (what: String, bytes: [UInt8])) async throws {
        for row in Self.rows where row.route.body == .json && row.route.session != .required {
            let answer = try await ask("POST", row.path, type: "application/json", body: body.bytes)
            expectRefusal(answer, 400, "request_malformed", "\(row.testDescription): \(body.what)")
        }
    }

    @Test func `bodies end at 64 KiB`() async throws {
        let padding = String(repeating: "x", count: 65_536 - 10)
        let full = Array(#"{"a":"\#(padding)"}"#.utf8).prefix(65_536)
        #expect(full.count == 65_534)
        expectGood(
            try await ask("POST", "/passkeys/authentication/options", type: "application/json", body: Array(full)))
        for row in Self.rows where row.route.body != .none {
            let answer = try await ask(
                row.route.method, row.path, type: "application/json", body: Array(repeating: 0x20, count: 65_537))
            #expect(answer.status == 413, "\(row.testDescription)")
            #expect(answer.code == "body_too_large")
        }
    }

    @Test(arguments: rows)
    func `every answer has an id and cannot be sniffed`(_ row: Row) async throws {
        let answer = try await ask(row.route.method, row.path)
        #expect(answer["X-Request-Id"]?.utf8.count == 22)
        #expect(answer.values(of: "X-Content-Type-Options") == ["nosniff"])
        #expect(answer["Strict-Transport-Security"] == nil)
        let secure = try await Lab.current().client.send(
            HTTPTestRequest(row.route.method, row.path, host: "id.acme.example"))
        #expect(secure.values(of: "Strict-Transport-Security") == ["max-age=31536000"])
    }

    @Test(arguments: ["/", "/error", "/demo"])
    func `pages say what they may load and who may frame them`(_ path: String) async throws {
        let answer = try await ask("GET", path)
        expectGood(answer)
        let policy = answer["Content-Security-Policy"] ?? ""
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(answer["Referrer-Policy"] == "no-referrer")
        #expect(answer["Content-Type"] == "text/html; charset=utf-8")
    }
}

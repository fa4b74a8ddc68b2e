import Foundation
import JSON
import Store
import TestSupport
import Testing

/// Single use, one tenant, one kind, one account, one session, one life.
@Suite(.lab) struct ChallengeTests {
    static let registrationVerify = Visitor.registration + "/verify"
    static let authenticationVerify = Visitor.authentication + "/verify"

    @Test func `a repeated sign-up hears credential_exists and gets no session`() async throws {
        let app = Visitor.app(try Lab.current())
        let response = try app.created(try await app.creationOptions())
        expectGood(try await app.send("POST", Self.registrationVerify, response), 201)
        let again = try await app.send("POST", Self.registrationVerify, response)
        expectRefusal(again, 409, "credential_exists")
        #expect(again.json["session"] == nil)
        // The challenge is used up for another credential, too.
        let options = try await app.creationOptions()
        expectGood(try await app.send("POST", Self.registrationVerify, try app.created(options)), 201)
        expectRefusal(
            try await app.send("POST", Self.registrationVerify, try app.created(options)), 400, "challenge_unknown")
    }

    @Test func `a repeated addition hears credential_exists`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let other = app.with { $0.authenticator = SoftwareAuthenticator() }
        let options = try await other.creationOptions()
        let response = try other.created(options)
        expectGood(try await other.send("POST", Self.registrationVerify, response), 201)
        expectRefusal(try await other.send("POST", Self.registrationVerify, response), 409, "credential_exists")
        let third = app.with { $0.authenticator = SoftwareAuthenticator() }
        expectRefusal(
            try await third.send("POST", Self.registrationVerify, try third.created(options)), 400,
            "challenge_unknown")
        // Only the account itself is told.
        var stranger = Visitor.app(app.lab)
        try await stranger.signUp()
        expectRefusal(try await stranger.send("POST", Self.registrationVerify, response), 400, "challenge_unknown")
        expectRefusal(
            try await stranger.signedOut.send("POST", Self.registrationVerify, response), 400, "challenge_unknown")
    }

    @Test func `a repeated sign-in hears challenge_unknown`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let response = try app.asserted(try await app.signedOut.requestOptions())
        expectGood(try await app.signedOut.send("POST", Self.authenticationVerify, response))
        expectRefusal(
            try await app.signedOut.send("POST", Self.authenticationVerify, response), 401, "challenge_unknown")
    }

    @Test func `a failed finish does not use a challenge up, and many may be open at once`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let options = try await [app.requestOptions(), app.requestOptions(), app.requestOptions()]
        for option in options {
            let broken = try app.asserted(option) { $0.signature = { $0[9] ^= 1 } }
            expectRefusal(
                try await app.signedOut.send("POST", Self.authenticationVerify, broken), 401, "signature_invalid")
        }
        for option in options.reversed() {
            expectGood(try await app.signedOut.send("POST", Self.authenticationVerify, try app.asserted(option)))
        }
    }

    @Test func `of fifty at once that finish one sign-in, one gets a session`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let visitor = app.signedOut
            let response = try visitor.asserted(try await visitor.requestOptions())
            let answers = try await Self.fifty { try await visitor.send("POST", Self.authenticationVerify, response) }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            for answer in answers where answer.status != 200 { expectRefusal(answer, 401, "challenge_unknown") }
            #expect(try await lab.store.counts().sessions == 2)
        }
    }

    @Test func `of fifty at once that finish one sign-up, one gets an account`() async throws {
        try await Lab.with { lab in
            let app = Visitor.app(lab)
            let response = try app.created(try await app.creationOptions(["username": "race"]))
            let answers = try await Self.fifty { try await app.send("POST", Self.registrationVerify, response) }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            for answer in answers where answer.status != 201 { expectRefusal(answer, 409, "credential_exists") }
            #expect(try await lab.store.counts() == StoreCounts(accounts: 1, passkeys: 1, sessions: 1))
        }
    }

    @Test func `of fifty at once with different passkeys for one challenge, one is added`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let owner = app
            let options = try await owner.creationOptions()
            let answers = try await Self.fifty {
                let other = owner.with { $0.authenticator = SoftwareAuthenticator() }
                return try await other.send("POST", Self.registrationVerify, try other.created(options))
            }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            for answer in answers where answer.status != 201 { expectRefusal(answer, 400, "challenge_unknown") }
            #expect(try await lab.store.counts().passkeys == 2)
        }
    }

    private static func fifty(
        _ body: @escaping @Sendable () async throws -> HTTPTestAnswer
    ) async throws -> [HTTPTestAnswer] {
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { try await body() } }
            var answers: [HTTPTestAnswer] = []
            for try await answer in group { answers.append(answer) }
            return answers
        }
    }

    @Test func `each kind of challenge is unknown to the others`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let signIn = try #require(try await app.requestOptions()["challenge"])
        let signUp = try #require(try await app.signedOut.creationOptions()["challenge"])
        let addition = try #require(try await app.creationOptions()["challenge"])
        let other = app.with { $0.authenticator = SoftwareAuthenticator() }
        for challenge in [signIn, addition] {
            let created = try other.created(try await app.signedOut.creationOptions()) {
                $0.clientData = { $0["challenge"] = challenge }
            }
            expectRefusal(
                try await app.signedOut.send("POST", Self.registrationVerify, created), 400, "challenge_unknown")
        }
        for challenge in [signUp, addition] {
            let asserted = try app.asserted(try await app.requestOptions()) {
                $0.clientData = { $0["challenge"] = challenge }
            }
            expectRefusal(try await app.send("POST", Self.authenticationVerify, asserted), 401, "challenge_unknown")
        }
    }

    @Test func `an addition is finished in the session that began it`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let first = app
        let response = try app.with { $0.authenticator = SoftwareAuthenticator() }.created(
            try await first.creationOptions())
        app = app.signedOut
        try await app.signIn()
        expectRefusal(try await app.send("POST", Self.registrationVerify, response), 400, "challenge_unknown")
        expectRefusal(
            try await app.signedOut.send("POST", Self.registrationVerify, response), 400, "challenge_unknown")
        expectGood(try await first.send("POST", Self.registrationVerify, response), 201)
    }

    @Test func `an ended session's addition cannot be finished`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        let response = try app.with { $0.authenticator = SoftwareAuthenticator() }.created(
            try await app.creationOptions())
        expectGood(try await app.send("DELETE", "/session"), 204)
        expectRefusal(try await app.send("POST", Self.registrationVerify, response), 401, "session_invalid")
        app = app.signedOut
        try await app.signIn()
        expectRefusal(try await app.send("POST", Self.registrationVerify, response), 400, "challenge_unknown")
    }

    /// The ceremony, who begins it, and its life in seconds.
    static let lives: [(LabTenant, JSONValue, Int)] = [
        (.acme, [:], 900), (.acme, ["username": "timed"], 300), (.bank, ["username": "timed"], 120),
    ]

    @Test(arguments: lives)
    func `a sign-in lives as long as its options say`(
        _ tenant: LabTenant, _ input: JSONValue, _ life: Int
    ) async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab, tenant)
            try await app.signUp("timed")
            let visitor = app.signedOut
            let late = try visitor.asserted(try await visitor.requestOptions(input))
            let intime = try visitor.asserted(try await visitor.requestOptions(input))
            lab.clock.move(by: TimeInterval(life - 1))
            expectGood(try await visitor.send("POST", Self.authenticationVerify, intime))
            lab.clock.move(by: 1)
            expectRefusal(try await visitor.send("POST", Self.authenticationVerify, late), 401, "challenge_expired")
            // Used and expired is still not usable.
            expectRefusal(try await visitor.send("POST", Self.authenticationVerify, intime), 401, "challenge_expired")
        }
    }

    @Test(arguments: [(LabTenant.acme, 300), (.bank, 120)])
    func `a registration lives as long as the tenant says`(_ tenant: LabTenant, _ life: Int) async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab, tenant)
            let late = try app.created(try await app.creationOptions())
            try await app.signUp()
            let other = app.with { $0.authenticator = SoftwareAuthenticator() }
            let lateAddition = try other.created(try await app.creationOptions())
            let third = app.with { $0.authenticator = SoftwareAuthenticator() }
            let intime = try third.created(try await app.creationOptions())
            lab.clock.move(by: TimeInterval(life - 1))
            expectGood(try await app.send("POST", Self.registrationVerify, intime), 201)
            lab.clock.move(by: 1)
            expectRefusal(
                try await app.signedOut.send("POST", Self.registrationVerify, late), 400, "challenge_expired")
            expectRefusal(try await app.send("POST", Self.registrationVerify, lateAddition), 400, "challenge_expired")
        }
    }

    @Test func `a session keeps its twenty newest additions open`() async throws {
        var app = Visitor.app(try Lab.current())
        try await app.signUp()
        var responses: [JSONValue] = []
        for _ in 0..<25 {
            let other = app.with { $0.authenticator = SoftwareAuthenticator() }
            responses.append(try other.created(try await app.creationOptions()))
        }
        var statuses: [Int] = []
        for response in responses {
            statuses.append(try await app.send("POST", Self.registrationVerify, response).status)
        }
        // All began in one second, so which five went is not told by their times.
        #expect(statuses.filter { $0 == 201 }.count == 20)
        #expect(statuses.filter { $0 == 400 }.count == 5)
    }
}

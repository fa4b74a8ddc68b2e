import JSON
import Store
import Tenancy
import TestSupport
import Testing

/// Sign-ins with one thing wrong, over HTTP: status, code, no session, and the same passkey still signs in.
@Suite(.lab) struct AuthenticationRefusalTests {
    static let own: [BrokenCeremony] = [
        BrokenCeremony("the other ceremony's type", "type_mismatch") {
            $0.clientData = { $0["type"] = "webauthn.create" }
        },
        BrokenCeremony("another user handle", "user_handle_mismatch") { $0.userHandle = [1, 2, 3] },
        BrokenCeremony("no user handle where one is required", "user_handle_mismatch", at: .bank) {
            $0.userHandle = []
        },
        BrokenCeremony("a bit of the signature", "signature_invalid") { $0.signature = { $0[$0.count - 1] ^= 1 } },
        BrokenCeremony("another key's signature", "signature_invalid") {
            $0.signer = try? SoftwareKey(generating: -7)
        },
        BrokenCeremony("a signature that is not DER", "signature_invalid") { $0.signature = { $0 = [0] } },
        BrokenCeremony("no signature", "credential_malformed") { $0.response = { $0["signature"] = nil } },
        BrokenCeremony("an empty signature", "credential_malformed") { $0.response = { $0["signature"] = "" } },
        BrokenCeremony("no authenticator data", "credential_malformed") {
            $0.response = { $0["authenticatorData"] = nil }
        },
        BrokenCeremony("authenticator data cut short", "credential_malformed") {
            $0.authenticatorData = { $0.removeLast() }
        },
        BrokenCeremony("a counter that went back", "counter_regressed", at: .bank) { $0.counter = 1 },
    ]

    @Test(arguments: BrokenCeremony.common + own)
    func `a sign-in with one thing wrong makes no session`(_ broken: BrokenCeremony) async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab, broken.tenant)
        app.authenticator = SoftwareAuthenticator(isSynced: false, counterStep: 5)
        try await app.signUp()
        let answer = try await app.signedOut.authenticate([:], broken.plan)
        expectRefusal(answer, 401, broken.code)
        #expect(answer.json["session"] == nil)
        #expect(answer["Set-Cookie"] == nil)
        expectGood(try await app.signedOut.authenticate())
    }

    @Test func `a counter is compared only if either side counts, and synced passkeys only warn`() async throws {
        let lab = try Lab.current()
        var bound = Visitor.app(lab)
        bound.authenticator = SoftwareAuthenticator(isSynced: false, counterStep: 5)
        try await bound.signUp()
        expectRefusal(try await bound.signedOut.authenticate { $0.counter = 5 }, 401, "counter_regressed")
        expectRefusal(try await bound.signedOut.authenticate { $0.counter = 0 }, 401, "counter_regressed")
        expectGood(try await bound.signedOut.authenticate { $0.counter = 6 })

        var synced = Visitor.app(lab)
        synced.authenticator = SoftwareAuthenticator(counterStep: 5)
        try await synced.signUp()
        expectGood(try await synced.signedOut.authenticate { $0.counter = 3 })
    }

    @Test func `the right alarm goes off only with the right key`() async throws {
        var app = Visitor.app(try Lab.current(), .bank)
        app.authenticator = SoftwareAuthenticator(isSynced: false, counterStep: 5)
        try await app.signUp()
        let answer = try await app.signedOut.authenticate {
            $0.counter = 1
            $0.signature = { $0[$0.count - 1] ^= 1 }
        }
        expectRefusal(answer, 401, "signature_invalid")
    }

    @Test func `a sign-in begun for a name is finished by that name's passkeys alone`() async throws {
        let lab = try Lab.current()
        var ada = Visitor.app(lab)
        try await ada.signUp("only-ada")
        var bob = Visitor.app(lab)
        try await bob.signUp("only-bob")
        let options = try await ada.signedOut.requestOptions(["username": "only-ada"])
        let id = bob.authenticator.credentials[0].id
        let response = try bob.authenticator.get(options, origin: bob.reported) { $0.credentialID = id }
        let answer = try await ada.signedOut.send("POST", Visitor.authentication + "/verify", response)
        expectRefusal(answer, 401, "credential_not_allowed")
        // A passkey of an account without a name is not the name's either.
        var nameless = Visitor.app(lab)
        try await nameless.signUp()
        let other = nameless.authenticator.credentials[0].id
        let second = try nameless.authenticator.get(options, origin: bob.reported) { $0.credentialID = other }
        expectRefusal(
            try await ada.signedOut.send("POST", Visitor.authentication + "/verify", second), 401,
            "credential_not_allowed")
    }

    @Test func `a disabled account signs in nowhere, and its sessions are gone`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp("disabled-soon")
        let options = try await app.creationOptions()
        let tenant = try #require(TenantID("acme"))
        let account = try #require(try await lab.store.account(username: "disabled-soon", in: tenant))
        let event = Event(at: lab.clock.now, type: "test", address: "::1", requestID: "x")
        _ = try await lab.store.disableAccount(account.id, in: tenant, now: lab.clock.now, event: event)
        expectRefusal(try await app.signedOut.authenticate(), 401, "account_disabled")
        expectRefusal(try await app.send("GET", "/session"), 401, "session_invalid")
        let other = app.with { $0.authenticator = SoftwareAuthenticator() }
        expectRefusal(
            try await other.send("POST", Visitor.registration + "/verify", try other.created(options)), 401,
            "session_invalid")
        // Its name looks like one that nobody has.
        let offered = try await app.signedOut.requestOptions(["username": "disabled-soon"])
        #expect(offered["allowCredentials"]?.array?.first?["id"]?.string != app.firstCredentialID)
    }
}

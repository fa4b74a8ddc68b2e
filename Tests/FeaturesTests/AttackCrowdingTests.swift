import JSON
import Store
import TestSupport
import Testing
import Text

/// Whoever piles up passkeys or claims must cost nobody else a sign-in, nor the gateway its memory.
@Suite(.lab) struct AttackCrowdingTests {
    @Test func `an account holds so many passkeys, refused before the device makes one more`() async throws {
        let lab = try Lab.current()
        var app = Visitor.app(lab)
        try await app.signUp()
        let early = try await app.creationOptions()
        for _ in 2...Store.passkeysPerAccount { _ = try await app.addPasskey() }
        expectRefusal(
            try await app.send("POST", Visitor.registration + "/options", [:]), 409, "passkey_limit")
        let late = try SoftwareAuthenticator().create(early, origin: app.reported)
        expectRefusal(try await app.send("POST", Visitor.registration + "/verify", late), 409, "passkey_limit")
        let id = try #require(app.passkey["id"]?.string)
        let listed = try await app.send("GET", "/account/passkeys").json["passkeys"]?.array ?? []
        #expect(listed.count == Store.passkeysPerAccount)
        let other = try #require(listed.compactMap { $0["id"]?.string }.first { $0 != id })
        #expect(try await app.send("DELETE", "/account/passkeys/\(other)").status == 204)
        _ = try await app.addPasskey()
    }

    @Test func `claims of an address before its owner do not keep the owner's passkey from being found`() async throws {
        let lab = try Lab.current()
        let address = "crowded@mail.example"
        for _ in 1...Store.passkeysPerAccount {
            var claimant = Visitor.app(lab)
            try await claimant.signUp(address)
        }
        var owner = Visitor.app(lab)
        try await owner.signUp(address)
        let options = try await owner.signedOut.requestOptions(["username": .string(address)])
        #expect(options["allowCredentials"] == nil)
        let session = try #require(
            expectGood(try await owner.signedOut.authenticate(["username": .string(address)]))["session"])
        #expect(session["user"]?["id"] == owner.session["user"]?["id"])
        // What was begun for the address still takes no passkey of another name.
        var stranger = Visitor.app(lab)
        try await stranger.signUp("stranger@mail.example")
        let answer = try await stranger.signedOut.authenticate(["username": .string(address)])
        expectRefusal(answer, 401, "credential_not_allowed")
    }
}

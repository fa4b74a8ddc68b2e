import Foundation
import Store
import Testing

@Suite("Isolation") struct IsolationTests {
    let now = StoreFixture.start

    /// Everything of one tenant, offered to another, is as if it did not exist.
    @Test(arguments: Engine.allCases)
    func `reading finds nothing of another tenant`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person(1, username: "ada")
        let (challenge, _) = ada.addition(2)
        #expect(try await it.store.saveChallenge(challenge, in: it.acme))
        let (store, other, id) = (it.store, it.other, ada.account.id)
        #expect(try await store.account(id, in: other) == nil)
        #expect(try await store.account(username: "ada", in: other) == nil)
        #expect(try await store.account(userHandle: ada.account.userHandle, in: other) == nil)
        #expect(try await store.passkey(credentialID: ada.passkey.credentialID, rpID: "example", in: other) == nil)
        #expect(try await store.passkeys(of: id, in: other) == [])
        #expect(try await store.session(tokenHash: ada.session.tokenHash, in: other, now: now) == nil)
        #expect(try await store.sessions(of: id, in: other, now: now) == [])
        #expect(try await store.challenge(hash: challenge.challengeHash, in: other) == nil)
        #expect(try await store.events(in: other, limit: 10) == [])
        #expect(try await store.events(in: other, limit: 10, account: id) == [])
    }

    @Test(arguments: Engine.allCases)
    func `writing touches nothing of another tenant`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person(1, username: "ada")
        let (challenge, addition) = ada.addition(2)
        #expect(try await it.store.saveChallenge(challenge, in: it.acme))
        let (store, other, id, event) = (it.store, it.other, ada.account.id, ada.event)
        #expect(try await store.signIn(ada.signIn(3), in: other, now: now) == .credentialGone)
        #expect(try await store.addPasskey(addition, in: other, now: now) == .sessionEnded)
        #expect(try await store.saveChallenge(ada.addition(4).challenge, in: other) == false)
        #expect(
            try await store.renamePasskey(id: ada.passkey.id, of: id, to: "x", in: other, event: event) == false)
        #expect(try await store.removePasskey(id: ada.passkey.id, of: id, in: other, event: event) == .notFound)
        #expect(
            try await store.touchSession(
                id: ada.session.id, of: id, idleExpiresAt: now + 5_000, lastSeenAt: now, in: other)
                == false)
        #expect(try await store.endSession(id: ada.session.id, of: id, in: other, event: event) == nil)
        #expect(try await store.endSession(tokenHash: ada.session.tokenHash, in: other, event: event) == false)
        #expect(try await store.endOtherSessions(of: id, except: "", in: other, event: event) == [])
        #expect(try await store.updateAccount(id, displayName: "x", in: other, event: event) == false)
        #expect(try await store.disableAccount(id, in: other, now: now, event: event) == nil)
        #expect(try await store.deleteAccount(id, in: other, now: now, event: event) == nil)

        #expect(try await store.account(id, in: it.acme) == ada.account)
        #expect(try await store.passkeys(of: id, in: it.acme) == [ada.passkey])
        #expect(try await store.sessions(of: id, in: it.acme, now: now) == [ada.session])
        #expect(try await store.challenge(hash: challenge.challengeHash, in: it.acme) == challenge)
    }

    @Test(arguments: Engine.allCases)
    func `a passkey of another RP ID is another passkey`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        #expect(
            try await it.store.passkey(credentialID: ada.passkey.credentialID, rpID: "example.org", in: it.acme) == nil)
    }
}

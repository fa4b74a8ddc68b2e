import Foundation
import Store
import Testing

@Suite("Accounts") struct AccountTests {
    let now = StoreFixture.start
    let day: TimeInterval = 86_400

    @Test(arguments: Engine.allCases)
    func `the shown name changes`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let id = ada.account.id
        #expect(try await it.store.updateAccount(id, displayName: "Ada L.", in: it.acme, event: ada.event))
        #expect(try await it.store.account(id, in: it.acme)?.displayName == "Ada L.")
        #expect(try await it.store.updateAccount(id, displayName: nil, in: it.acme, event: ada.event))
        #expect(try await it.store.account(id, in: it.acme)?.displayName == nil)
        #expect(
            try await it.store.updateAccount(Person(9).account.id, displayName: "x", in: it.acme, event: ada.event)
                == false)
    }

    @Test(arguments: Engine.allCases)
    func `deleting takes all but the events, and holds the name for 90 days`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person(1, username: "ada")
        let id = ada.account.id
        #expect(try await it.store.saveChallenge(ada.addition(5).challenge, in: it.acme))
        let event = Person.event("account.deleted", of: id)
        #expect(
            try await it.store.deleteAccount(id, in: it.acme, now: now, event: event) == [ada.session.tokenHash])
        #expect(try await it.store.deleteAccount(id, in: it.acme, now: now, event: event) == nil)
        #expect(try await it.store.account(id, in: it.acme) == nil)
        #expect(try await it.store.account(username: "ada", in: it.acme) == nil)
        #expect(try await it.store.passkey(credentialID: ada.passkey.credentialID, rpID: "example", in: it.acme) == nil)
        #expect(try await it.store.session(tokenHash: ada.session.tokenHash, in: it.acme, now: now) == nil)
        #expect(try await it.store.challenge(hash: Person.bytes(5, 32), in: it.acme) == nil)
        #expect(try await it.store.counts() == StoreCounts(accounts: 0, passkeys: 0, sessions: 0))
        #expect(
            try await it.store.events(in: it.acme, limit: 10, account: id).map(\.event.type)
                == ["account.deleted", "sign_up"])

        let early = now + 90 * day - 1
        let bob = Person(2, username: "ada", now: early)
        #expect(try await it.store.signUp(bob.signUp, in: it.acme, now: early) == .usernameTaken)
        let due = Person(2, username: "ada", now: now + 90 * day)
        #expect(try await it.store.signUp(due.signUp, in: it.acme, now: now + 90 * day) == .created)
        #expect(try await it.store.account(username: "ada", in: it.acme) == due.account)
    }
}

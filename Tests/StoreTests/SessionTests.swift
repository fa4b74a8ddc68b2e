import Foundation
import Store
import Testing

@Suite("Sessions") struct SessionTests {
    let now = StoreFixture.start

    @Test(arguments: Engine.allCases)
    func `a session ends at its time, swept or not`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let hash = ada.session.tokenHash
        #expect(try await it.store.session(tokenHash: hash, in: it.acme, now: now + 999) != nil)
        #expect(try await it.store.session(tokenHash: hash, in: it.acme, now: now + 1_000) == nil)
        #expect(try await it.store.sessions(of: ada.account.id, in: it.acme, now: now + 1_000) == [])
        #expect(try await it.store.counts().sessions == 1)
    }

    @Test(arguments: Engine.allCases)
    func `use moves the idle end, never past the absolute one`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let (id, hash) = (ada.session.id, ada.session.tokenHash)
        #expect(
            try await it.store.touchSession(
                id: id, of: ada.account.id, idleExpiresAt: now + 1_500, lastSeenAt: now + 500, in: it.acme))
        let touched = try await it.store.session(tokenHash: hash, in: it.acme, now: now + 1_400)
        #expect(touched?.session.idleExpiresAt == now + 1_500)
        #expect(touched?.session.lastSeenAt == now + 500)
        #expect(
            try await it.store.touchSession(
                id: id, of: ada.account.id, idleExpiresAt: now + 99_999, lastSeenAt: now + 1_400, in: it.acme))
        #expect(try await it.store.session(tokenHash: hash, in: it.acme, now: now + 9_999) != nil)
        #expect(try await it.store.session(tokenHash: hash, in: it.acme, now: now + 10_000) == nil)
        #expect(
            try await it.store.touchSession(
                id: id, of: ada.account.id, idleExpiresAt: now + 99_999, lastSeenAt: now + 10_000, in: it.acme) == false
        )
    }

    @Test(arguments: Engine.allCases)
    func `an idle end after the absolute one is cut when written`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let plain = ada.signIn(2)
        var session = plain.session
        session.idleExpiresAt = now + 20_000
        let input = SignIn(
            passkeyID: plain.passkeyID, accountID: plain.accountID, spending: plain.spending, counter: plain.counter,
            backedUp: true, backupEligible: true, userVerified: true, session: session, event: plain.event)
        session.idleExpiresAt = session.expiresAt
        #expect(try await it.store.signIn(input, in: it.acme, now: now) == .signedIn(session))
        #expect(try await it.store.session(tokenHash: session.tokenHash, in: it.acme, now: now)?.session == session)
    }

    @Test(arguments: Engine.allCases)
    func `sessions end by id, by token and all but one, and only the owner's`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let bob = try await it.person(10)
        for index in 2...5 { _ = try await it.store.signIn(ada.signIn(index), in: it.acme, now: now) }
        #expect(
            try await it.store.endSession(id: "s-2", of: bob.account.id, in: it.acme, event: ada.event) == nil)
        #expect(
            try await it.store.endSession(id: "s-2", of: ada.account.id, in: it.acme, event: ada.event)
                == Person.bytes(2, 32))
        #expect(
            try await it.store.endSession(id: "s-2", of: ada.account.id, in: it.acme, event: ada.event) == nil)
        #expect(try await it.store.endSession(tokenHash: Person.bytes(3, 32), in: it.acme, event: ada.event))
        #expect(
            try await it.store.endSession(tokenHash: Person.bytes(3, 32), in: it.acme, event: ada.event) == false)
        let ended = try await it.store.endOtherSessions(
            of: ada.account.id, except: "s-4", in: it.acme, event: ada.event)
        #expect(Set(ended) == [Person.bytes(1, 32), Person.bytes(5, 32)])
        #expect(try await it.store.sessions(of: ada.account.id, in: it.acme, now: now).map(\.id) == ["s-4"])
        #expect(try await it.store.sessions(of: bob.account.id, in: it.acme, now: now).count == 1)
    }

    @Test(arguments: Engine.allCases)
    func `disabling an account ends its sessions, and no new one begins`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        _ = try await it.store.signIn(ada.signIn(2), in: it.acme, now: now)
        let ended = try await it.store.disableAccount(ada.account.id, in: it.acme, now: now, event: ada.event)
        #expect(Set(ended ?? []) == [Person.bytes(1, 32), Person.bytes(2, 32)])
        #expect(try await it.store.session(tokenHash: ada.session.tokenHash, in: it.acme, now: now) == nil)
        #expect(try await it.store.account(ada.account.id, in: it.acme)?.disabledAt == now)
        #expect(
            try await it.store.disableAccount(ada.account.id, in: it.acme, now: now + 5, event: ada.event) == [])
        #expect(try await it.store.account(ada.account.id, in: it.acme)?.disabledAt == now)
        #expect(
            try await it.store.disableAccount(Person(9).account.id, in: it.acme, now: now, event: ada.event) == nil)
    }
}

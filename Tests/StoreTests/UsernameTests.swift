import Foundation
import Store
import Testing

@Suite("User names") struct UsernameTests {
    let now = StoreFixture.start
    let day: TimeInterval = 86_400

    @Test(arguments: Engine.allCases)
    func `a name is taken while an account has it and while it is held, in its tenant only`(
        engine: Engine
    ) async throws {
        let it = try await StoreFixture(engine)
        #expect(try await it.store.isTaken(username: "ada", in: it.acme, now: now) == false)
        let ada = try await it.person(1, username: "ada")
        #expect(try await it.store.isTaken(username: "ada", in: it.acme, now: now))
        #expect(try await it.store.isTaken(username: "ada", in: it.other, now: now) == false)
        _ = try await it.store.deleteAccount(ada.account.id, in: it.acme, now: now, event: ada.event)
        #expect(try await it.store.isTaken(username: "ada", in: it.acme, now: now + 90 * day - 1))
        #expect(try await it.store.isTaken(username: "ada", in: it.acme, now: now + 90 * day) == false)
    }

    @Test(arguments: Engine.allCases)
    func `passkeys are found by name for every enabled account that shows it`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let people = [1, 2, 3].map { Person($0, username: "ada@acme.example") }
        for var person in people {
            // Claims of an address reserve nothing.
            person.usernameKey = nil
            #expect(try await it.store.signUp(person.signUp, in: it.acme, now: now) == .created)
        }
        _ = try await it.store.disableAccount(people[2].account.id, in: it.acme, now: now, event: people[2].event)
        let found = try #require(try await it.store.passkeys(username: "ada@acme.example", in: it.acme))
        #expect(Set(found.map(\.id)) == [people[0].passkey.id, people[1].passkey.id])
        #expect(try await it.store.passkeys(username: "ada@acme.example", in: it.other) == [])
        #expect(try await it.store.passkeys(username: "bob", in: it.acme) == [])
    }

    @Test(arguments: Engine.allCases)
    func `a further session begins for an enabled account of the tenant only`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let session = Person.session(2, of: ada.account.id, by: ada.passkey.id, now: now)
        #expect(try await it.store.startSession(session, in: it.other, event: ada.event) == false)
        #expect(try await it.store.startSession(session, in: it.acme, event: ada.event))
        #expect(
            try await it.store.session(tokenHash: session.tokenHash, in: it.acme, now: now)?.session == session)
        _ = try await it.store.disableAccount(ada.account.id, in: it.acme, now: now, event: ada.event)
        let late = Person.session(3, of: ada.account.id, by: ada.passkey.id, now: now)
        #expect(try await it.store.startSession(late, in: it.acme, event: ada.event) == false)
        let nobody = Person.session(4, of: Person(9).account.id, by: nil, now: now)
        #expect(try await it.store.startSession(nobody, in: it.acme, event: ada.event) == false)
        #expect(try await it.store.counts().sessions == 0)
    }
}

import Foundation
import Store
import Testing

@Suite("Sign-in") struct SignInTests {
    let now = StoreFixture.start

    @Test(arguments: Engine.allCases)
    func `a sign-in makes a session and writes what the assertion told`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let later = now + 60
        let input = ada.signIn(2, counter: .mustNotRegress(5), now: later)
        #expect(try await it.store.signIn(input, in: it.acme, now: later) == .signedIn(input.session))
        let passkey = try #require(try await it.store.passkeys(of: ada.account.id, in: it.acme).first)
        #expect(passkey.signCount == 5)
        #expect(passkey.backupEligible == true)
        #expect(passkey.backedUp)
        #expect(passkey.uvInitialized)
        #expect(passkey.lastUsedAt == later)
        #expect(
            try await it.store.session(tokenHash: input.session.tokenHash, in: it.acme, now: later)?.session
                == input.session)
        #expect(try await it.store.sessions(of: ada.account.id, in: it.acme, now: later).map(\.id) == ["s-2", "s-1"])
        #expect(try await it.store.events(in: it.acme, limit: 1).map(\.event.type) == ["sign_in"])
    }

    @Test(arguments: Engine.allCases)
    func `a learnt backup eligibility and verification stay`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        _ = try await it.store.signIn(ada.signIn(2), in: it.acme, now: now)
        let plain = ada.signIn(3)
        let input = SignIn(
            passkeyID: plain.passkeyID, accountID: plain.accountID, spending: plain.spending, counter: plain.counter,
            backedUp: false, backupEligible: false, userVerified: false, session: plain.session, event: plain.event)
        _ = try await it.store.signIn(input, in: it.acme, now: now)
        let passkey = try #require(try await it.store.passkeys(of: ada.account.id, in: it.acme).first)
        #expect(passkey.backupEligible == true)
        #expect(!passkey.backedUp)
        #expect(passkey.uvInitialized)
    }

    /// Stored counter, change, whether it passes, counter afterwards.
    static let counters: [(UInt32, CounterChange, Bool, UInt32)] = [
        (0, .mustNotRegress(0), true, 0), (0, .mustNotRegress(1), true, 1), (5, .mustNotRegress(6), true, 6),
        (5, .mustNotRegress(5), false, 5), (5, .mustNotRegress(4), false, 5), (5, .mustNotRegress(0), false, 5),
        (5, .set(3), true, 3), (5, .set(0), true, 0), (0, .mustNotRegress(.max), true, .max),
        (.max, .mustNotRegress(.max), false, .max),
    ]

    @Test(arguments: Engine.allCases, counters)
    func `the counter is compared and set`(
        engine: Engine, counter: (UInt32, CounterChange, Bool, UInt32)
    ) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        _ = try await it.store.signIn(ada.signIn(2, counter: .set(counter.0)), in: it.acme, now: now)
        let outcome = try await it.store.signIn(ada.signIn(3, counter: counter.1), in: it.acme, now: now)
        #expect((outcome != .counterRegressed) == counter.2)
        #expect(try await it.store.passkeys(of: ada.account.id, in: it.acme).first?.signCount == counter.3)
        #expect(try await it.store.counts().sessions == (counter.2 ? 3 : 2))
    }

    @Test(arguments: Engine.allCases)
    func `of fifty with the same counter value, one passes`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let outcomes = try await race(50) { index in
            try await it.store.signIn(
                ada.signIn(index + 2, counter: .mustNotRegress(9)), in: it.acme, now: StoreFixture.start)
        }
        #expect(outcomes.filter { $0 == .counterRegressed }.count == 49)
        #expect(try await it.store.counts().sessions == 2)
    }

    @Test(arguments: Engine.allCases)
    func `of fifty who use one challenge, one wins`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let outcomes = try await race(50) { index in
            let plain = ada.signIn(index + 2)
            let input = SignIn(
                passkeyID: plain.passkeyID, accountID: plain.accountID,
                spending: SpentChallenge(hash: Person.bytes(99, 32), expiresAt: StoreFixture.start + 300),
                counter: plain.counter, backedUp: true, backupEligible: true, userVerified: true,
                session: plain.session, event: plain.event)
            return try await it.store.signIn(input, in: it.acme, now: StoreFixture.start)
        }
        #expect(outcomes.filter { $0 == .challengeSpent }.count == 49)
        #expect(try await it.store.counts().sessions == 2)
    }

    @Test(arguments: Engine.allCases)
    func `an expired challenge, an unknown passkey and a disabled account are refused`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let bob = try await it.person(2)
        #expect(try await it.store.signIn(ada.signIn(3), in: it.acme, now: now + 300) == .challengeSpent)
        var stranger = Person(1)
        stranger.passkey = bob.passkey
        #expect(try await it.store.signIn(stranger.signIn(3), in: it.acme, now: now) == .credentialGone)
        #expect(try await it.store.signIn(Person(9).signIn(3), in: it.acme, now: now) == .credentialGone)
        #expect(
            try await it.store.disableAccount(ada.account.id, in: it.acme, now: now, event: ada.event)
                == [ada.session.tokenHash])
        #expect(try await it.store.signIn(ada.signIn(3), in: it.acme, now: now) == .accountDisabled)
        #expect(try await it.store.counts().sessions == 1)
        // None of them used up the challenge.
        #expect(try await it.store.signIn(bob.signIn(3), in: it.acme, now: now) != .challengeSpent)
    }

    @Test(arguments: Engine.allCases)
    func `a re-authenticating session keeps its id and beginning, and its old token is dead`(
        engine: Engine
    ) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let later = now + 100
        let input = ada.signIn(2, replacing: ada.session.tokenHash, now: later)
        var expected = input.session
        expected.id = ada.session.id
        expected.createdAt = ada.session.createdAt
        #expect(try await it.store.signIn(input, in: it.acme, now: later) == .signedIn(expected))
        #expect(try await it.store.session(tokenHash: ada.session.tokenHash, in: it.acme, now: later) == nil)
        #expect(
            try await it.store.session(tokenHash: input.session.tokenHash, in: it.acme, now: later)?.session
                == expected)
        #expect(try await it.store.counts().sessions == 1)
    }

    @Test(arguments: Engine.allCases)
    func `a session that ended, expired or is another's cannot be replaced`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let bob = try await it.person(2)
        let unknown = ada.signIn(3, replacing: Person.bytes(77, 32))
        #expect(try await it.store.signIn(unknown, in: it.acme, now: now) == .sessionEnded)
        let foreign = ada.signIn(3, replacing: bob.session.tokenHash)
        #expect(try await it.store.signIn(foreign, in: it.acme, now: now) == .sessionEnded)
        let late = ada.signIn(3, replacing: ada.session.tokenHash, now: now + 1_000)
        #expect(try await it.store.signIn(late, in: it.acme, now: now + 1_000) == .sessionEnded)
        #expect(try await it.store.counts().sessions == 2)
    }
}

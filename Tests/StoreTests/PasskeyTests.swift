import Foundation
import Store
import Testing

@Suite("Passkeys") struct PasskeyTests {
    let now = StoreFixture.start

    @Test(arguments: Engine.allCases)
    func `a passkey is added once per stored challenge`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let (challenge, input) = ada.addition(2)
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now) == .challengeSpent)
        #expect(try await it.store.saveChallenge(challenge, in: it.acme))
        #expect(try await it.store.challenge(hash: challenge.challengeHash, in: it.acme) == challenge)
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now) == .added)
        #expect(try await it.store.challenge(hash: challenge.challengeHash, in: it.acme) == nil)
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now) == .credentialExists)
        #expect(
            try await it.store.passkeys(of: ada.account.id, in: it.acme).map(\.id) == [ada.passkey.id, "pk-2"])
    }

    @Test(arguments: Engine.allCases)
    func `a challenge of another kind, session or time is not used`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let bob = try await it.person(2)
        let (challenge, input) = ada.addition(3)
        #expect(try await it.store.saveChallenge(challenge, in: it.acme))
        let otherKind = AddPasskey(
            passkey: input.passkey, sessionID: input.sessionID, challengeHash: input.challengeHash,
            challengeKind: "other", event: input.event)
        #expect(try await it.store.addPasskey(otherKind, in: it.acme, now: now) == .challengeSpent)
        let bobs = AddPasskey(
            passkey: Person.passkey(3, of: bob.account.id, now: now), sessionID: bob.session.id,
            challengeHash: input.challengeHash, challengeKind: "registration", event: input.event)
        #expect(try await it.store.addPasskey(bobs, in: it.acme, now: now) == .challengeSpent)
        let mixed = AddPasskey(
            passkey: Person.passkey(3, of: bob.account.id, now: now), sessionID: ada.session.id,
            challengeHash: input.challengeHash, challengeKind: "registration", event: input.event)
        #expect(try await it.store.addPasskey(mixed, in: it.acme, now: now) == .sessionEnded)
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now + 300) == .challengeSpent)
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now + 299) == .added)
    }

    @Test(arguments: Engine.allCases)
    func `of fifty who use one stored challenge, one wins`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let (challenge, _) = ada.addition(99)
        #expect(try await it.store.saveChallenge(challenge, in: it.acme))
        let outcomes = try await race(50) { index in
            let input = AddPasskey(
                passkey: Person.passkey(index + 2, of: ada.account.id, now: StoreFixture.start),
                sessionID: ada.session.id, challengeHash: challenge.challengeHash, challengeKind: "registration",
                event: ada.event)
            return try await it.store.addPasskey(input, in: it.acme, now: StoreFixture.start)
        }
        #expect(outcomes.filter { $0 == .added }.count == 1)
        #expect(outcomes.filter { $0 == .challengeSpent }.count == 49)
    }

    @Test(arguments: Engine.allCases)
    func `an ended or expired session and a disabled account add nothing`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let (challenge, input) = ada.addition(2)
        #expect(try await it.store.saveChallenge(challenge, in: it.acme))
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now + 1_000) == .sessionEnded)
        #expect(try await it.store.endSession(tokenHash: ada.session.tokenHash, in: it.acme, event: ada.event))
        #expect(try await it.store.challenge(hash: challenge.challengeHash, in: it.acme) == nil)
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now) == .sessionEnded)
        #expect(try await it.store.saveChallenge(challenge, in: it.acme) == false)
        _ = try await it.store.disableAccount(ada.account.id, in: it.acme, now: now, event: ada.event)
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now) == .accountDisabled)
    }

    @Test(arguments: Engine.allCases)
    func `a session has at most twenty challenges, the newest`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        for index in 2..<27 {
            #expect(
                try await it.store.saveChallenge(ada.addition(index, now: now + Double(index)).challenge, in: it.acme))
        }
        for index in 2..<27 {
            let found = try await it.store.challenge(hash: Person.bytes(index, 32), in: it.acme)
            #expect((found != nil) == (index >= 7), "\(index)")
        }
    }

    @Test(arguments: Engine.allCases)
    func `a passkey is renamed by its owner only`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let bob = try await it.person(2)
        #expect(
            try await it.store.renamePasskey(
                id: ada.passkey.id, of: ada.account.id, to: "Laptop", in: it.acme, event: ada.event))
        #expect(try await it.store.passkeys(of: ada.account.id, in: it.acme).map(\.name) == ["Laptop"])
        #expect(
            try await it.store.renamePasskey(
                id: ada.passkey.id, of: bob.account.id, to: "Mine", in: it.acme, event: ada.event) == false)
    }

    @Test(arguments: Engine.allCases)
    func `removing a passkey ends the sessions it made, and the last one stays`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        let (challenge, input) = ada.addition(2)
        #expect(try await it.store.saveChallenge(challenge, in: it.acme))
        #expect(try await it.store.addPasskey(input, in: it.acme, now: now) == .added)
        let second = Person.session(3, of: ada.account.id, by: "pk-2", now: now)
        let signIn = SignIn(
            passkeyID: "pk-2", accountID: ada.account.id, spending: ada.signIn(3).spending,
            counter: .mustNotRegress(0), backedUp: false, backupEligible: false, userVerified: true, session: second,
            event: ada.event)
        #expect(try await it.store.signIn(signIn, in: it.acme, now: now) == .signedIn(second))
        #expect(
            try await it.store.removePasskey(id: ada.passkey.id, of: ada.account.id, in: it.acme, event: ada.event)
                == .removed(endedSessionTokenHashes: [ada.session.tokenHash]))
        #expect(try await it.store.sessions(of: ada.account.id, in: it.acme, now: now) == [second])
        #expect(
            try await it.store.removePasskey(id: "pk-2", of: ada.account.id, in: it.acme, event: ada.event)
                == .lastCredential)
        #expect(try await it.store.sessions(of: ada.account.id, in: it.acme, now: now) == [second])
        #expect(
            try await it.store.removePasskey(id: ada.passkey.id, of: ada.account.id, in: it.acme, event: ada.event)
                == .notFound)
    }

    @Test(arguments: Engine.allCases)
    func `two removals at once leave one passkey`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        for round in 0..<10 {
            let base = round * 10 + 1
            let ada = try await it.person(base)
            let (challenge, input) = ada.addition(base + 1)
            #expect(try await it.store.saveChallenge(challenge, in: it.acme))
            #expect(try await it.store.addPasskey(input, in: it.acme, now: now) == .added)
            let outcomes = try await race(2) { index in
                try await it.store.removePasskey(
                    id: "pk-\(base + index)", of: ada.account.id, in: it.acme, event: ada.event)
            }
            #expect(outcomes.filter { $0 == .lastCredential }.count == 1)
            #expect(try await it.store.passkeys(of: ada.account.id, in: it.acme).count == 1)
        }
    }
}

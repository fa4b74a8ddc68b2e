import Foundation
import Store
import Testing

@Suite("Sign-up") struct SignUpTests {
    @Test(arguments: Engine.allCases)
    func `a sign-up makes account, name, passkey, session and event`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person(1, username: "Ada")
        #expect(try await it.store.account(ada.account.id, in: it.acme) == ada.account)
        #expect(try await it.store.account(username: "ada", in: it.acme) == ada.account)
        #expect(try await it.store.account(userHandle: ada.account.userHandle, in: it.acme) == ada.account)
        #expect(try await it.store.passkeys(of: ada.account.id, in: it.acme) == [ada.passkey])
        let found = try await it.store.passkey(credentialID: ada.passkey.credentialID, rpID: "example", in: it.acme)
        #expect(found?.passkey == ada.passkey)
        #expect(found?.account == ada.account)
        let live = try await it.store.session(
            tokenHash: ada.session.tokenHash, in: it.acme, now: StoreFixture.start)
        #expect(live?.session == ada.session)
        #expect(live?.account == ada.account)
        #expect(try await it.store.events(in: it.acme, limit: 10).map(\.event) == [ada.event])
    }

    @Test(arguments: Engine.allCases)
    func `an account needs neither name nor session`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let person = Person(1)
        let input = SignUp(
            account: person.account, usernameKey: nil, passkey: person.passkey, session: nil,
            spending: person.challenge, event: person.event)
        #expect(try await it.store.signUp(input, in: it.acme, now: StoreFixture.start) == .created)
        #expect(try await it.store.sessions(of: person.account.id, in: it.acme, now: StoreFixture.start) == [])
    }

    @Test(arguments: Engine.allCases)
    func `what is refused leaves nothing behind`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person(1, username: "ada")
        var spent = Person(2, username: "bob")
        spent.challenge = ada.challenge
        var expired = Person(2, username: "bob")
        expired.challenge = SpentChallenge(hash: expired.challenge.hash, expiresAt: StoreFixture.start)
        var named = Person(2, username: "Ada")
        named.usernameKey = "ada"
        var known = Person(2, username: "bob")
        known.passkey = Passkey.with(credentialID: ada.passkey.credentialID, of: known.account.id)
        let cases: [(Person, SignUpOutcome)] = [
            (spent, .challengeSpent), (expired, .challengeSpent), (named, .usernameTaken), (known, .credentialExists),
            (ada, .credentialExists),
        ]
        for (person, outcome) in cases {
            #expect(try await it.store.signUp(person.signUp, in: it.acme, now: StoreFixture.start) == outcome)
        }
        #expect(try await it.store.counts() == StoreCounts(accounts: 1, passkeys: 1, sessions: 1))
        #expect(try await it.store.events(in: it.acme, limit: 10).count == 1)
        // The challenges and the name are as free as before.
        #expect(try await it.person(2, username: "bob").number == 2)
    }

    @Test(arguments: Engine.allCases)
    func `of fifty who use one challenge, one wins`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let outcomes = try await race(50) { index in
            var person = Person(index + 1)
            person.challenge = SpentChallenge(hash: Person.bytes(99, 32), expiresAt: StoreFixture.start + 300)
            return try await it.store.signUp(person.signUp, in: it.acme, now: StoreFixture.start)
        }
        #expect(outcomes.filter { $0 == .created }.count == 1)
        #expect(outcomes.filter { $0 == .challengeSpent }.count == 49)
        #expect(try await it.store.counts().accounts == 1)
    }

    @Test(arguments: Engine.allCases)
    func `of fifty who take one name, one gets it`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let outcomes = try await race(50) { index in
            try await it.store.signUp(
                Person(index + 1, username: "ada").signUp, in: it.acme, now: StoreFixture.start)
        }
        #expect(outcomes.filter { $0 == .created }.count == 1)
        #expect(outcomes.filter { $0 == .usernameTaken }.count == 49)
        #expect(try await it.store.counts().accounts == 1)
    }

    @Test(arguments: Engine.allCases)
    func `of fifty who register one credential, one gets it`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let outcomes = try await race(50) { index in
            var person = Person(index + 1)
            person.passkey = Passkey.with(credentialID: [7, 7, 7], of: person.account.id)
            person.session.passkeyID = person.passkey.id
            return try await it.store.signUp(person.signUp, in: it.acme, now: StoreFixture.start)
        }
        #expect(outcomes.filter { $0 == .created }.count == 1)
        #expect(outcomes.filter { $0 == .credentialExists }.count == 49)
        #expect(try await it.store.counts() == StoreCounts(accounts: 1, passkeys: 1, sessions: 1))
    }

    @Test(arguments: Engine.allCases)
    func `two tenants may have the same name, credential and challenge`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        for tenant in [it.acme, it.other] { _ = try await it.person(1, username: "ada", in: tenant) }
        #expect(try await it.store.counts().accounts == 2)
    }
}

extension Passkey {
    static func with(credentialID: [UInt8], of account: AccountID) -> Passkey {
        Passkey(
            id: "pk", credentialID: credentialID, accountID: account, rpID: "example", publicKey: [1], signCount: 0,
            backupEligible: true, backedUp: true, uvInitialized: true, aaguid: "", transports: [], name: "",
            attestation: "none", attestationTrusted: false, createdAt: StoreFixture.start)
    }
}

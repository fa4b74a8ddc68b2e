import Foundation
import Store
import Testing

@Suite("Piled up passkeys") struct CrowdingTests {
    let now = StoreFixture.start

    @Test(arguments: Engine.allCases)
    func `claims of one address make no list that could leave somebody out`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let address = "ada@acme.example"
        for number in 1...Store.passkeysPerAccount {
            var claimant = Person(number, username: address)
            claimant.usernameKey = nil
            #expect(try await it.store.signUp(claimant.signUp, in: it.acme, now: now) == .created)
        }
        #expect(try await it.store.passkeys(username: address, in: it.acme)?.count == Store.passkeysPerAccount)
        var ada = Person(900, username: address, now: now + 60)
        ada.usernameKey = nil
        #expect(try await it.store.signUp(ada.signUp, in: it.acme, now: now + 60) == .created)
        #expect(try await it.store.passkeys(username: address, in: it.acme) == nil)
    }

    @Test(arguments: Engine.allCases)
    func `an account has an end of passkeys, and a removed one makes room`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person()
        func add(_ number: Int) async throws -> AddPasskeyOutcome {
            let (challenge, input) = ada.addition(number)
            #expect(try await it.store.saveChallenge(challenge, in: it.acme))
            return try await it.store.addPasskey(input, in: it.acme, now: now)
        }
        for number in 2...Store.passkeysPerAccount { #expect(try await add(number) == .added) }
        #expect(try await add(500) == .tooMany)
        let removed = try await it.store.removePasskey(
            id: "pk-2", of: ada.account.id, in: it.acme, event: ada.event)
        #expect(removed == .removed(endedSessionTokenHashes: []))
        #expect(try await add(501) == .added)
        #expect(try await add(502) == .tooMany)
    }
}

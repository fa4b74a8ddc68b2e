import Foundation
import Store
import Tenancy
import Testing

@Suite("Maintenance") struct MaintenanceTests {
    let now = StoreFixture.start

    @Test(arguments: Engine.allCases)
    func `sweeping takes what ended, in batches, and nothing else`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = try await it.person(1, username: "ada")
        for index in 2...8 { _ = try await it.store.signIn(ada.signIn(index), in: it.acme, now: now) }
        let bob = try await it.person(20, username: "bob", in: it.other)
        #expect(try await it.store.saveChallenge(ada.addition(30).challenge, in: it.acme))
        #expect(try await it.store.sweep(now: now + 899) == 0)
        // One stored challenge and the nine uses of sealed ones end first.
        #expect(try await it.store.sweep(now: now + 900, limit: 4) == 4)
        #expect(try await it.store.sweep(now: now + 900, limit: 4) == 4)
        #expect(try await it.store.sweep(now: now + 900, limit: 4) == 2)
        #expect(try await it.store.counts().sessions == 9)
        // The sessions of both tenants.
        #expect(try await it.store.sweep(now: now + 1_600) == 9)
        #expect(try await it.store.sweep(now: now + 1_600) == 0)
        // Held names; names of accounts stay.
        _ = try await it.store.deleteAccount(ada.account.id, in: it.acme, now: now, event: ada.event)
        #expect(try await it.store.sweep(now: now + 90 * 86_400) == 0)
        #expect(try await it.store.sweep(now: now + 91 * 86_400) == 1)
        #expect(try await it.store.account(username: "bob", in: it.other) == bob.account)
        #expect(try await it.store.counts() == StoreCounts(accounts: 1, passkeys: 1, sessions: 0))
    }

    @Test(arguments: Engine.allCases)
    func `the database remembers what a tenant is`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let new = try #require(TenantID("new"))
        let binding = TenantBinding(
            issuer: "https://new.example", rpID: "example", hosts: ["new.example", "n.example"])
        #expect(try await !it.store.boundTenants().contains(new))
        #expect(try await it.store.bindTenant(new, to: binding) == .bound)
        #expect(try await it.store.boundTenants().contains(new))
        let again = TenantBinding(issuer: binding.issuer, rpID: binding.rpID, hosts: ["n.example", "new.example"])
        #expect(try await it.store.bindTenant(new, to: again) == .unchanged)
        let changed = TenantBinding(issuer: "https://acme.example", rpID: "new.example", hosts: ["acme.example"])
        #expect(
            try await it.store.bindTenant(new, to: changed)
                == .conflict([
                    .issuer(bound: "https://new.example"), .rpID(bound: "example"),
                    .hosts(bound: ["n.example", "new.example"]), .issuerTaken(by: "acme"),
                    .hostTaken(host: "acme.example", by: "acme"),
                ]))
        #expect(try await it.store.bindTenant(new, to: binding) == .unchanged)
        let thief = try #require(TenantID("thief"))
        let stolen = TenantBinding(issuer: "https://thief.example", rpID: "example", hosts: ["acme.example"])
        #expect(
            try await it.store.bindTenant(thief, to: stolen)
                == .conflict([.hostTaken(host: "acme.example", by: "acme")]))
    }

    @Test(arguments: Engine.allCases)
    func `master keys are remembered and compared`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let first = MasterKeyCheck(keyID: "a", checkValue: [1])
        let second = MasterKeyCheck(keyID: "b", checkValue: [2])
        #expect(try await it.store.checkMasterKeys([]) == false)
        #expect(try await it.store.checkMasterKeys([first]))
        #expect(try await it.store.checkMasterKeys([first]))
        #expect(try await it.store.checkMasterKeys([MasterKeyCheck(keyID: "a", checkValue: [9])]) == false)
        #expect(try await it.store.checkMasterKeys([second]) == false)
        #expect(try await it.store.checkMasterKeys([second, first]))
        #expect(try await it.store.checkMasterKeys([second]))
        #expect(
            try await it.store.checkMasterKeys([second, MasterKeyCheck(keyID: "a", checkValue: [9])]) == false)
    }

    @Test(arguments: Engine.allCases)
    func `a closed store refuses, and says so to the health check`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        try await it.store.checkHealth()
        await it.store.close()
        await #expect(throws: StoreError.closed) { try await it.store.checkHealth() }
        await #expect(throws: StoreError.closed) { try await it.person() }
    }
}

package import FoundationEssentials
internal import SQLite
package import Tenancy

extension Store {
    /// Rows outlive their end by ten minutes: clocks of several nodes differ, and a use that began in time may still wait.
    private static let sweepDelay: TimeInterval = 600

    /// Remembers what a tenant is, or compares it with what was remembered. To be done before anything is written for it.
    package func bindTenant(_ tenant: TenantID, to binding: TenantBinding) async throws(StoreError) -> BindOutcome {
        try await engine.maintain { scope throws(SQLiteError) in
            let outcome = try scope.bind(tenant, to: binding)
            return outcome == .bound ? .commit(outcome) : .rollback(outcome)
        }
    }

    /// The tenants that the database knows: they keep what a new tenant's file claims together with them.
    package func boundTenants() async throws(StoreError) -> Set<TenantID> {
        try await engine.inspect { scope throws(SQLiteError) in Set(try scope.tenants()) }
    }

    /// Compares the loaded master keys with the ones the database was written under, and remembers new ones.
    /// - Returns: false, and nothing is remembered, when a known key id has another check value or when none is known.
    package func checkMasterKeys(_ keys: [MasterKeyCheck]) async throws(StoreError) -> Bool {
        try await engine.maintain { scope throws(SQLiteError) in
            let known = try scope.masterKeys()
            let matches = keys.filter { known[$0.keyID] == $0.checkValue }
            let differs = keys.contains { known[$0.keyID] != nil && known[$0.keyID] != $0.checkValue }
            if differs || keys.isEmpty || (matches.isEmpty && !known.isEmpty) { return .rollback(false) }
            for key in keys { try scope.insert(key) }
            return .commit(true)
        }
    }

    /// Removes what expired more than ten minutes ago, in one small transaction.
    /// - Returns: how many rows went; call again while it is `limit`.
    package func sweep(now: Date, limit: Int = 500) async throws(StoreError) -> Int {
        try await engine.maintain { scope throws(SQLiteError) in
            let end = now.addingTimeInterval(-Self.sweepDelay)
            var count = 0
            for tenant in try scope.tenants() where count < limit {
                count += try scope.scope(of: tenant).sweep(endedBy: end, limit: limit - count)
            }
            return .commit(count)
        }
    }

    /// How many rows there are, for metrics. Reads whole indices: ask once a minute, not once a request.
    package func counts() async throws(StoreError) -> StoreCounts {
        try await engine.inspect { scope throws(SQLiteError) in
            try scope.counts() ?? StoreCounts(accounts: 0, passkeys: 0, sessions: 0)
        }
    }

    /// Throws when the store cannot be read or, after a failed write, still cannot be written.
    package func checkHealth() async throws(StoreError) {
        _ = try await engine.inspect { scope throws(SQLiteError) in try scope.tenants().count }
        guard engine.isFailingToWrite else { return }
        try await engine.maintain { scope throws(SQLiteError) in
            .commit(try scope.probeWriting())
        }
    }
}

extension MaintenanceScope {
    /// Compares a tenant with what is remembered; only `bound` is to be kept.
    fileprivate func bind(_ tenant: TenantID, to binding: TenantBinding) throws(SQLiteError) -> BindOutcome {
        var conflicts: [BindingConflict] = []
        let hosts = Set(binding.hosts).sorted()
        let known = try self.binding(of: tenant)
        if let known {
            if known.issuer != binding.issuer { conflicts.append(.issuer(bound: known.issuer)) }
            if known.rpID != binding.rpID { conflicts.append(.rpID(bound: known.rpID)) }
            if known.hosts != hosts { conflicts.append(.hosts(bound: known.hosts)) }
        }
        if let owner = try owner(ofIssuer: binding.issuer, otherThan: tenant) {
            conflicts.append(.issuerTaken(by: owner))
        }
        for host in hosts {
            if let owner = try owner(ofHost: host, otherThan: tenant) {
                conflicts.append(.hostTaken(host: host, by: owner))
            }
        }
        guard conflicts.isEmpty else { return .conflict(conflicts) }
        guard known == nil else { return .unchanged }
        try insert(binding, of: tenant)
        return .bound
    }
}

/// A master key as the database knows it.
package struct MasterKeyCheck: Sendable, Equatable {
    /// The id that sealed values carry.
    package let keyID: String
    /// A value derived from the key that does not reveal it.
    package let checkValue: [UInt8]

    /// Makes a check from its parts.
    package init(keyID: String, checkValue: [UInt8]) {
        self.keyID = keyID
        self.checkValue = checkValue
    }
}

/// How many rows there are over all tenants.
package struct StoreCounts: Sendable, Equatable {
    /// Accounts, disabled ones included.
    package let accounts: Int
    /// Passkeys.
    package let passkeys: Int
    /// Sessions, expired ones included until they are swept.
    package let sessions: Int

    /// Makes a count from its parts.
    package init(accounts: Int, passkeys: Int, sessions: Int) {
        self.accounts = accounts
        self.passkeys = passkeys
        self.sessions = sessions
    }
}

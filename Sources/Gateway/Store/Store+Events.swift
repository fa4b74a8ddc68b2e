internal import SQLite
package import Tenancy

extension Store {
    /// Appends to the audit log.
    package func recordEvents(_ events: [Event], in tenant: TenantID) async throws(StoreError) {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            for event in events { try scope.append(event) }
            return .commit(())
        }
    }

    /// The audit log, newest first.
    /// - Parameters:
    ///   - limit: at most this many; cut to 1...1000.
    ///   - before: only entries with a smaller number.
    ///   - account: only entries of this account.
    package func events(
        in tenant: TenantID, limit: Int, before number: Int64? = nil, account: AccountID? = nil
    ) async throws(StoreError) -> [RecordedEvent] {
        let limit = Int64(min(max(limit, 1), 1000))
        return try await engine.read(tenant) { scope throws(SQLiteError) in
            guard let account else { return try scope.events(limit: limit, before: number ?? .max) }
            return try scope.events(of: account, limit: limit, before: number ?? .max)
        }
    }
}

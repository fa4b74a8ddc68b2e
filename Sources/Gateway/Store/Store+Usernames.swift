package import FoundationEssentials
internal import SQLite
package import Tenancy

extension Store {
    /// Whether a handle is an account's, or still held after one was deleted.
    package func isTaken(
        username key: String, in tenant: TenantID, now: Date
    ) async throws(StoreError) -> Bool {
        try await engine.read(tenant) { scope throws(SQLiteError) in try scope.isTaken(key, now: now) }
    }

    /// The passkeys of every enabled account that shows a normalised user name; nil when they are more than an account
    /// may have. An e-mail address is only a claim, so several accounts may show the same one; whoever piles up claims
    /// must not push the passkeys of another out of a list that was cut.
    package func passkeys(username: String, in tenant: TenantID) async throws(StoreError) -> [Passkey]? {
        try await engine.read(tenant) { scope throws(SQLiteError) in
            let limit = Self.passkeysPerAccount
            let found = try scope.passkeys(username: username, limit: limit + 1)
            return found.count <= limit ? found : nil
        }
    }

    /// A further session for an account that signed in already.
    /// - Returns: false when the account is gone or disabled.
    package func startSession(
        _ session: Session, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> Bool {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            guard try scope.isDisabled(session.accountID) == false else { return .rollback(false) }
            try scope.insert(session)
            try scope.append(event)
            return .commit(true)
        }
    }
}

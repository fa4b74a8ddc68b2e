internal import SQLite
package import Tenancy

extension Store {
    /// Stores the challenge of a ceremony that belongs to a session. A session has at most 20: the oldest go.
    /// - Returns: false when the session has ended.
    package func saveChallenge(_ challenge: StoredChallenge, in tenant: TenantID) async throws(StoreError) -> Bool {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            guard try scope.insert(challenge) else { return .rollback(false) }
            try scope.keepNewestChallenges(20, of: challenge.sessionID, challenge.accountID)
            return .commit(true)
        }
    }

    /// Looks at a stored challenge without using it, expired ones included until they are swept.
    package func challenge(hash: [UInt8], in tenant: TenantID) async throws(StoreError) -> StoredChallenge? {
        try await engine.read(tenant) { scope throws(SQLiteError) in try scope.challenge(hash: hash) }
    }

    /// Whether a sealed challenge has been used. Only to explain a refusal: using one is `signIn`'s or `signUp`'s own
    /// statement.
    package func isSpent(_ challengeHash: [UInt8], in tenant: TenantID) async throws(StoreError) -> Bool {
        try await engine.read(tenant) { scope throws(SQLiteError) in try scope.isSpent(challengeHash) }
    }
}

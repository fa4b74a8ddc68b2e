package import Tenancy

extension Store {
    /// Stores the challenge of a ceremony that belongs to a session. A session has at most 20: the oldest go.
    /// - Returns: false when the session has ended.
    package func saveChallenge(_ challenge: StoredChallenge, in tenant: TenantID) async throws(StoreError) -> Bool {
        throw .unexpected(detail: "not built")
    }

    /// Looks at a stored challenge without using it, expired ones included until they are swept.
    package func challenge(hash: [UInt8], in tenant: TenantID) async throws(StoreError) -> StoredChallenge? {
        throw .unexpected(detail: "not built")
    }
}

package import FoundationEssentials
package import Tenancy

extension Store {
    /// Remembers what a tenant is, or compares it with what was remembered. To be done before anything is written for it.
    package func bindTenant(_ tenant: TenantID, to binding: TenantBinding) async throws(StoreError) -> BindOutcome {
        throw .unexpected(detail: "not built")
    }

    /// Compares the loaded master keys with the ones the database was written under, and remembers new ones.
    /// - Returns: false, and nothing is remembered, when a known key id has another check value or when none is known.
    package func checkMasterKeys(_ keys: [MasterKeyCheck]) async throws(StoreError) -> Bool {
        throw .unexpected(detail: "not built")
    }

    /// Removes what expired more than ten minutes ago, in one small transaction.
    /// - Returns: how many rows went; call again while it is `limit`.
    package func sweep(now: Date, limit: Int = 500) async throws(StoreError) -> Int {
        throw .unexpected(detail: "not built")
    }

    /// How many rows there are, for metrics. Reads whole indices: ask once a minute, not once a request.
    package func counts() async throws(StoreError) -> StoreCounts {
        throw .unexpected(detail: "not built")
    }

    /// Throws when the store cannot be read or, after a failed write, still cannot be written.
    package func checkHealth() async throws(StoreError) {
        throw .unexpected(detail: "not built")
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
}

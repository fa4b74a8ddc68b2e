package import FoundationEssentials
package import Tenancy

extension Store {
    /// The account with an internal id, disabled ones included.
    package func account(_ id: AccountID, in tenant: TenantID) async throws(StoreError) -> Account? {
        throw .unexpected(detail: "not built")
    }

    /// The account with a normalised name (`Username.normalize`).
    package func account(username key: String, in tenant: TenantID) async throws(StoreError) -> Account? {
        throw .unexpected(detail: "not built")
    }

    /// The account with a WebAuthn user handle.
    package func account(userHandle: [UInt8], in tenant: TenantID) async throws(StoreError) -> Account? {
        throw .unexpected(detail: "not built")
    }

    /// Makes an account with its first passkey.
    package func signUp(_ input: SignUp, in tenant: TenantID, now: Date) async throws(StoreError) -> SignUpOutcome {
        throw .unexpected(detail: "not built")
    }

    /// Sets or clears the shown name.
    /// - Returns: false when there is no such account.
    package func updateAccount(
        _ id: AccountID, displayName: String?, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> Bool {
        throw .unexpected(detail: "not built")
    }

    /// Disables an account and ends its sessions.
    /// - Returns: the token hashes of the ended sessions; `nil` when there is no such account.
    package func disableAccount(
        _ id: AccountID, in tenant: TenantID, now: Date, event: Event
    ) async throws(StoreError) -> [[UInt8]]? {
        throw .unexpected(detail: "not built")
    }

    /// Deletes an account and all it has; its name is held for 90 days, its events stay.
    /// - Returns: the token hashes of the ended sessions; `nil` when there is no such account.
    package func deleteAccount(
        _ id: AccountID, in tenant: TenantID, now: Date, event: Event
    ) async throws(StoreError) -> [[UInt8]]? {
        throw .unexpected(detail: "not built")
    }
}

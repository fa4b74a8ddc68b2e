package import FoundationEssentials
package import Tenancy

extension Store {
    /// The passkey with an authenticator's credential id, and its owner (who may be disabled).
    package func passkey(
        credentialID: [UInt8], rpID: String, in tenant: TenantID
    ) async throws(StoreError) -> PasskeyAndAccount? {
        throw .unexpected(detail: "not built")
    }

    /// An account's passkeys, oldest first.
    package func passkeys(of account: AccountID, in tenant: TenantID) async throws(StoreError) -> [Passkey] {
        throw .unexpected(detail: "not built")
    }

    /// Adds a passkey to the account of a live session.
    package func addPasskey(_ input: AddPasskey, in tenant: TenantID, now: Date) async throws(StoreError)
        -> AddPasskeyOutcome
    {
        throw .unexpected(detail: "not built")
    }

    /// Names a passkey.
    /// - Returns: false when the account has no such passkey.
    package func renamePasskey(
        id: String, of account: AccountID, to name: String, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> Bool {
        throw .unexpected(detail: "not built")
    }

    /// Removes a passkey and the sessions it made, unless nothing else could sign in.
    package func removePasskey(
        id: String, of account: AccountID, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> RemovePasskeyOutcome {
        throw .unexpected(detail: "not built")
    }
}

package import FoundationEssentials
package import Tenancy

extension Store {
    /// The live session with a token hash; `nil` when it expired or ended, or its account is disabled.
    package func session(
        tokenHash: [UInt8], in tenant: TenantID, now: Date
    ) async throws(StoreError) -> SessionAndAccount? {
        throw .unexpected(detail: "not built")
    }

    /// An account's live sessions, newest first, at most 200.
    package func sessions(of account: AccountID, in tenant: TenantID, now: Date) async throws(StoreError) -> [Session] {
        throw .unexpected(detail: "not built")
    }

    /// Turns a verified assertion into a session, or renews the one that re-authenticates.
    package func signIn(_ input: SignIn, in tenant: TenantID, now: Date) async throws(StoreError) -> SignInOutcome {
        throw .unexpected(detail: "not built")
    }

    /// Moves the idle end of a session, never past its absolute end.
    /// - Returns: false when the session is gone or has expired.
    package func touchSession(
        id: String, idleExpiresAt: Date, lastSeenAt: Date, in tenant: TenantID
    ) async throws(StoreError) -> Bool {
        throw .unexpected(detail: "not built")
    }

    /// Ends one of an account's sessions.
    /// - Returns: its token hash; `nil` when the account has no such session.
    package func endSession(
        id: String, of account: AccountID, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> [UInt8]? {
        throw .unexpected(detail: "not built")
    }

    /// Ends the session with a token hash.
    /// - Returns: false when there is none.
    package func endSession(tokenHash: [UInt8], in tenant: TenantID, event: Event) async throws(StoreError) -> Bool {
        throw .unexpected(detail: "not built")
    }

    /// Ends all of an account's sessions but one.
    /// - Returns: the token hashes of the ended sessions.
    package func endOtherSessions(
        of account: AccountID, except id: String, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> [[UInt8]] {
        throw .unexpected(detail: "not built")
    }
}

package import FoundationEssentials
internal import SQLite
package import Tenancy

extension Store {
    /// How many passkeys an account may have: all of them are listed in options, signals and answers.
    package static let passkeysPerAccount = 64

    /// The passkey with an authenticator's credential id, and its owner (who may be disabled).
    package func passkey(
        credentialID: [UInt8], rpID: String, in tenant: TenantID
    ) async throws(StoreError) -> PasskeyAndAccount? {
        try await engine.read(tenant) { scope throws(SQLiteError) in
            try scope.passkey(credentialID: credentialID, rpID: rpID)
        }
    }

    /// An account's passkeys, oldest first.
    package func passkeys(of account: AccountID, in tenant: TenantID) async throws(StoreError) -> [Passkey] {
        try await engine.read(tenant) { scope throws(SQLiteError) in try scope.passkeys(of: account) }
    }

    /// Adds a passkey to the account of a live session.
    package func addPasskey(_ input: AddPasskey, in tenant: TenantID, now: Date) async throws(StoreError)
        -> AddPasskeyOutcome
    {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            let outcome = try scope.addPasskey(input, now: now)
            return outcome == .added ? .commit(outcome) : .rollback(outcome)
        }
    }

    /// Names a passkey.
    /// - Returns: false when the account has no such passkey.
    package func renamePasskey(
        id: String, of account: AccountID, to name: String, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> Bool {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            guard try scope.rename(id, of: account, to: name) else { return .rollback(false) }
            try scope.append(event)
            return .commit(true)
        }
    }

    /// Removes a passkey and the sessions it made, unless nothing else could sign in.
    package func removePasskey(
        id: String, of account: AccountID, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> RemovePasskeyOutcome {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            let ended = try scope.endSessions(of: account, madeBy: id)
            guard try scope.removeUnlessLast(id, of: account) else {
                return .rollback(try scope.hasPasskey(id, of: account) ? .lastCredential : .notFound)
            }
            try scope.append(event)
            return .commit(.removed(endedSessionTokenHashes: ended))
        }
    }
}

extension TenantScope {
    /// The steps of adding a passkey; all but `added` is to be undone.
    fileprivate func addPasskey(_ input: AddPasskey, now: Date) throws(SQLiteError) -> AddPasskeyOutcome {
        let account = input.passkey.accountID
        if try isDisabled(account) == true { return .accountDisabled }
        guard try hasSession(input.sessionID, of: account, now: now) else { return .sessionEnded }
        if try hasCredential(input.passkey.credentialID, rpID: input.passkey.rpID) { return .credentialExists }
        guard try countPasskeys(of: account) < Store.passkeysPerAccount else { return .tooMany }
        guard try consumeChallenge(of: input, now: now) else { return .challengeSpent }
        guard try insert(input.passkey, of: account) else { return .credentialExists }
        try append(input.event)
        return .added
    }
}

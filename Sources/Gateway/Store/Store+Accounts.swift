package import FoundationEssentials
internal import SQLite
package import Tenancy

extension Store {
    /// How long the name of a deleted account is nobody's: 90 days.
    private static let nameHold: TimeInterval = 90 * 86_400

    /// The account with an internal id, disabled ones included.
    package func account(_ id: AccountID, in tenant: TenantID) async throws(StoreError) -> Account? {
        try await engine.read(tenant) { scope throws(SQLiteError) in try scope.account(id) }
    }

    /// The account with a normalised name (`Username.normalize`).
    package func account(username key: String, in tenant: TenantID) async throws(StoreError) -> Account? {
        try await engine.read(tenant) { scope throws(SQLiteError) in try scope.account(usernameKey: key) }
    }

    /// The account with a WebAuthn user handle.
    package func account(userHandle: [UInt8], in tenant: TenantID) async throws(StoreError) -> Account? {
        try await engine.read(tenant) { scope throws(SQLiteError) in try scope.account(userHandle: userHandle) }
    }

    /// Makes an account with its first passkey.
    package func signUp(_ input: SignUp, in tenant: TenantID, now: Date) async throws(StoreError) -> SignUpOutcome {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            let outcome = try scope.signUp(input, now: now)
            return outcome == .created ? .commit(outcome) : .rollback(outcome)
        }
    }

    /// Sets or clears the shown name.
    /// - Returns: false when there is no such account.
    package func updateAccount(
        _ id: AccountID, displayName: String?, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> Bool {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            guard try scope.update(id, displayName: displayName) else { return .rollback(false) }
            try scope.append(event)
            return .commit(true)
        }
    }

    /// Disables an account and ends its sessions.
    /// - Returns: the token hashes of the ended sessions; `nil` when there is no such account.
    package func disableAccount(
        _ id: AccountID, in tenant: TenantID, now: Date, event: Event
    ) async throws(StoreError) -> [[UInt8]]? {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            guard try scope.disable(id, now: now) else { return .rollback(nil) }
            let ended = try scope.endSessions(of: id)
            try scope.append(event)
            return .commit(ended)
        }
    }

    /// Deletes an account and all it has; its name is held for 90 days, its events stay.
    /// - Returns: the token hashes of the ended sessions; `nil` when there is no such account.
    package func deleteAccount(
        _ id: AccountID, in tenant: TenantID, now: Date, event: Event
    ) async throws(StoreError) -> [[UInt8]]? {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            let ended = try scope.endSessions(of: id)
            let end = now.addingTimeInterval(Self.nameHold)
            guard try scope.delete(id, holdingNameUntil: end) else { return .rollback(nil) }
            try scope.append(event)
            return .commit(ended)
        }
    }
}

extension TenantScope {
    /// The steps of a sign-up; all but `created` is to be undone. The credential comes first, so that a repeated finish
    /// hears the same as the one that lost a race.
    fileprivate func signUp(_ input: SignUp, now: Date) throws(SQLiteError) -> SignUpOutcome {
        let account = input.account.id
        if try hasCredential(input.passkey.credentialID, rpID: input.passkey.rpID) { return .credentialExists }
        guard try spend(input.spending, now: now) else { return .challengeSpent }
        try insert(input.account)
        if let key = input.usernameKey {
            guard try takeUsername(key, for: account, now: now) else { return .usernameTaken }
        }
        guard try insert(input.passkey, of: account) else { return .credentialExists }
        if var session = input.session {
            session.accountID = account
            session.passkeyID = input.passkey.id
            try insert(session)
        }
        try append(input.event)
        return .created
    }
}

package import FoundationEssentials
internal import SQLite
package import Tenancy

extension Store {
    /// The live session with a token hash; `nil` when it expired or ended, or its account is disabled.
    package func session(
        tokenHash: [UInt8], in tenant: TenantID, now: Date
    ) async throws(StoreError) -> SessionAndAccount? {
        try await engine.read(tenant) { scope throws(SQLiteError) in
            try scope.session(tokenHash: tokenHash, now: now)
        }
    }

    /// An account's live sessions, newest first, at most 200.
    package func sessions(of account: AccountID, in tenant: TenantID, now: Date) async throws(StoreError) -> [Session] {
        try await engine.read(tenant) { scope throws(SQLiteError) in try scope.sessions(of: account, now: now) }
    }

    /// Turns a verified assertion into a session, or renews the one that re-authenticates.
    package func signIn(_ input: SignIn, in tenant: TenantID, now: Date) async throws(StoreError) -> SignInOutcome {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            let outcome = try scope.signIn(input, now: now)
            if case .signedIn = outcome { return .commit(outcome) }
            return .rollback(outcome)
        }
    }

    /// Moves the idle end of a session, never past its absolute end.
    /// - Returns: false when the account has no such session or it has expired.
    package func touchSession(
        id: String, of account: AccountID, idleExpiresAt: Date, lastSeenAt: Date, in tenant: TenantID
    ) async throws(StoreError) -> Bool {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            .commit(try scope.touch(id, of: account, idleExpiresAt: idleExpiresAt, lastSeenAt: lastSeenAt))
        }
    }

    /// Ends one of an account's sessions.
    /// - Returns: its token hash; `nil` when the account has no such session.
    package func endSession(
        id: String, of account: AccountID, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> [UInt8]? {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            guard let ended = try scope.endSession(id, of: account) else { return .rollback(nil) }
            try scope.append(event)
            return .commit(ended)
        }
    }

    /// Ends the session with a token hash. The event is told whose it was.
    /// - Returns: false when there is none.
    package func endSession(tokenHash: [UInt8], in tenant: TenantID, event: Event) async throws(StoreError) -> Bool {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            guard let ended = try scope.endSession(tokenHash: tokenHash) else { return .rollback(false) }
            var event = event
            event.accountID = ended.account
            event.sessionID = ended.id
            try scope.append(event)
            return .commit(true)
        }
    }

    /// Ends all of an account's sessions but one.
    /// - Returns: the token hashes of the ended sessions.
    package func endOtherSessions(
        of account: AccountID, except id: String, in tenant: TenantID, event: Event
    ) async throws(StoreError) -> [[UInt8]] {
        try await engine.write(tenant) { scope throws(SQLiteError) in
            let ended = try scope.endSessions(of: account, except: id)
            try scope.append(event)
            return .commit(ended)
        }
    }
}

extension TenantScope {
    /// The steps of a sign-in; all but `signedIn` is to be undone.
    fileprivate func signIn(_ input: SignIn, now: Date) throws(SQLiteError) -> SignInOutcome {
        guard try spend(input.spending, now: now) else { return .challengeSpent }
        guard try use(input, now: now) else { return try refusal(of: input) }
        var session = input.session
        session.accountID = input.accountID
        session.passkeyID = input.passkeyID
        if let tokenHash = input.replacing {
            guard let kept = try replace(tokenHash, with: session, now: now) else { return .sessionEnded }
            session.id = kept.id
            session.createdAt = kept.createdAt
        } else {
            try insert(session)
        }
        session.idleExpiresAt = min(session.idleExpiresAt, session.expiresAt)
        try append(input.event)
        return .signedIn(session)
    }

    /// Why the passkey could not be used.
    private func refusal(of input: SignIn) throws(SQLiteError) -> SignInOutcome {
        if try isDisabled(input.accountID) == true { return .accountDisabled }
        return try hasPasskey(input.passkeyID, of: input.accountID) ? .counterRegressed : .credentialGone
    }
}

internal import FoundationEssentials
internal import SQLite

extension TenantScope {
    func session(tokenHash: [UInt8], now: Date) throws(SQLiteError) -> SessionAndAccount? {
        let session = try first(
            """
            SELECT id, token_hash, account_id, passkey_id, client_id, client_proven, amr, acr, auth_time, created_at,
                idle_expires_at, expires_at, last_seen_at, reauthentication_hash, reauthentication_expires_at, kind,
                user_agent, origin
            FROM sessions WHERE tenant = ?1 AND token_hash = ?2 AND idle_expires_at > ?3
            """, .blob(tokenHash), .time(now), decode: Session.init(row:))
        guard let session, let account = try account(session.accountID), account.disabledAt == nil else { return nil }
        return SessionAndAccount(session: session, account: account)
    }

    func sessions(of account: AccountID, now: Date) throws(SQLiteError) -> [Session] {
        try rows(
            """
            SELECT id, token_hash, account_id, passkey_id, client_id, client_proven, amr, acr, auth_time, created_at,
                idle_expires_at, expires_at, last_seen_at, reauthentication_hash, reauthentication_expires_at, kind,
                user_agent, origin
            FROM sessions WHERE tenant = ?1 AND account_id = ?2 AND idle_expires_at > ?3
            ORDER BY created_at DESC, id LIMIT 200
            """, .id(account), .time(now), decode: Session.init(row:))
    }

    func insert(_ session: Session) throws(SQLiteError) {
        try run(
            """
            INSERT INTO sessions (tenant, token_hash, id, account_id, passkey_id, client_id, client_proven, amr, acr,
                auth_time, created_at, idle_expires_at, expires_at, last_seen_at, reauthentication_hash,
                reauthentication_expires_at, kind, user_agent, origin)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, min(?12, ?13), ?13, ?14, ?15, ?16, ?17, ?18, ?19)
            """, .blob(session.tokenHash), .text(session.id), .id(session.accountID), .text(session.passkeyID),
            .text(session.clientID), .bool(session.clientProven), .list(session.amr), .text(session.acr),
            .time(session.authTime), .time(session.createdAt), .time(session.idleExpiresAt), .time(session.expiresAt),
            .time(session.lastSeenAt), .blob(session.reauthenticationHash), .time(session.reauthenticationExpiresAt),
            .text(session.kind.rawValue), .text(session.userAgent), .text(session.origin))
    }

    /// Turns a live session of the same account into what it becomes by re-authentication.
    /// - Returns: the id and beginning it keeps; `nil` when there is no such session.
    func replace(
        _ tokenHash: [UInt8], with session: Session, now: Date
    ) throws(SQLiteError) -> (id: String, createdAt: Date)? {
        try first(
            """
            UPDATE sessions SET token_hash = ?5, passkey_id = ?6, client_id = ?7, client_proven = ?8, amr = ?9,
                acr = ?10, auth_time = ?11, idle_expires_at = min(?12, ?13), expires_at = ?13, last_seen_at = ?14,
                reauthentication_hash = ?15, reauthentication_expires_at = ?16, kind = ?17, user_agent = ?18,
                origin = ?19
            WHERE tenant = ?1 AND token_hash = ?2 AND account_id = ?3 AND idle_expires_at > ?4
            RETURNING id, created_at
            """, .blob(tokenHash), .id(session.accountID), .time(now), .blob(session.tokenHash),
            .text(session.passkeyID), .text(session.clientID), .bool(session.clientProven), .list(session.amr),
            .text(session.acr), .time(session.authTime), .time(session.idleExpiresAt), .time(session.expiresAt),
            .time(session.lastSeenAt), .blob(session.reauthenticationHash), .time(session.reauthenticationExpiresAt),
            .text(session.kind.rawValue), .text(session.userAgent), .text(session.origin)
        ) { row throws(SQLiteError) in (try row.text(0), try row.time(1)) }
    }

    func touch(_ id: String, of account: AccountID, idleExpiresAt: Date, lastSeenAt: Date) throws(SQLiteError) -> Bool {
        try run(
            """
            UPDATE sessions SET idle_expires_at = min(?3, expires_at), last_seen_at = ?4
            WHERE tenant = ?1 AND account_id = ?5 AND id = ?2 AND idle_expires_at > ?4
            """, .text(id), .time(idleExpiresAt), .time(lastSeenAt), .id(account)) > 0
    }

    /// Whether a session of the account is live.
    func hasSession(_ id: String, of account: AccountID, now: Date) throws(SQLiteError) -> Bool {
        try exists(
            "SELECT 1 FROM sessions WHERE tenant = ?1 AND id = ?2 AND account_id = ?3 AND idle_expires_at > ?4",
            .text(id), .id(account), .time(now))
    }

    func endSession(_ id: String, of account: AccountID) throws(SQLiteError) -> [UInt8]? {
        try first(
            "DELETE FROM sessions WHERE tenant = ?1 AND id = ?2 AND account_id = ?3 RETURNING token_hash", .text(id),
            .id(account), decode: Self.tokenHash)
    }

    func endSession(tokenHash: [UInt8]) throws(SQLiteError) -> (id: String, account: AccountID)? {
        try first(
            "DELETE FROM sessions WHERE tenant = ?1 AND token_hash = ?2 RETURNING id, account_id", .blob(tokenHash)
        ) { row throws(SQLiteError) in (try row.text(0), try row.accountID(1)) }
    }

    func endSessions(of account: AccountID) throws(SQLiteError) -> [[UInt8]] {
        try rows(
            "DELETE FROM sessions WHERE tenant = ?1 AND account_id = ?2 RETURNING token_hash", .id(account),
            decode: Self.tokenHash)
    }

    func endSessions(of account: AccountID, except id: String) throws(SQLiteError) -> [[UInt8]] {
        try rows(
            "DELETE FROM sessions WHERE tenant = ?1 AND account_id = ?2 AND id <> ?3 RETURNING token_hash",
            .id(account), .text(id), decode: Self.tokenHash)
    }

    func endSessions(of account: AccountID, madeBy passkey: String) throws(SQLiteError) -> [[UInt8]] {
        try rows(
            "DELETE FROM sessions WHERE tenant = ?1 AND account_id = ?2 AND passkey_id = ?3 RETURNING token_hash",
            .id(account), .text(passkey), decode: Self.tokenHash)
    }

    private static func tokenHash(_ row: borrowing Row) throws(SQLiteError) -> [UInt8] {
        try row.blob(0)
    }
}

extension Session {
    fileprivate init(row: borrowing Row) throws(SQLiteError) {
        guard let kind = SessionKind(rawValue: try row.text(15)) else {
            throw SQLiteError(.unexpected, "a session of an unknown kind")
        }
        self.init(
            id: try row.text(0), tokenHash: try row.blob(1), accountID: try row.accountID(2),
            passkeyID: try row.optionalText(3), clientID: try row.optionalText(4), clientProven: try row.bool(5),
            amr: try row.list(6), acr: try row.text(7), authTime: try row.time(8), createdAt: try row.time(9),
            idleExpiresAt: try row.time(10), expiresAt: try row.time(11), lastSeenAt: try row.time(12),
            reauthenticationHash: try row.optionalBlob(13), reauthenticationExpiresAt: try row.optionalTime(14),
            kind: kind, userAgent: try row.text(16), origin: try row.text(17))
    }
}

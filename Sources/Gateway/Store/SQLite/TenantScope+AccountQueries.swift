internal import FoundationEssentials
internal import SQLite

extension TenantScope {
    func account(_ id: AccountID) throws(SQLiteError) -> Account? {
        try first(
            """
            SELECT id, subject, user_handle, username, display_name, created_at, disabled_at
            FROM accounts WHERE tenant = ?1 AND id = ?2
            """, .id(id)
        ) { row throws(SQLiteError) in
            Account(
                id: try row.accountID(0), subject: try row.text(1), userHandle: try row.blob(2),
                username: try row.optionalText(3), displayName: try row.optionalText(4), createdAt: try row.time(5),
                disabledAt: try row.optionalTime(6))
        }
    }

    func account(usernameKey: String) throws(SQLiteError) -> Account? {
        let id = try first(
            "SELECT account_id FROM usernames WHERE tenant = ?1 AND username_key = ?2 AND account_id IS NOT NULL",
            .text(usernameKey)
        ) { row throws(SQLiteError) in try row.accountID(0) }
        guard let id else { return nil }
        return try account(id)
    }

    func account(userHandle: [UInt8]) throws(SQLiteError) -> Account? {
        let id = try first(
            "SELECT id FROM accounts WHERE tenant = ?1 AND user_handle = ?2", .blob(userHandle)
        ) { row throws(SQLiteError) in try row.accountID(0) }
        guard let id else { return nil }
        return try account(id)
    }

    /// Writes a new account without a name.
    func insert(_ account: Account) throws(SQLiteError) {
        try run(
            """
            INSERT INTO accounts (tenant, id, subject, user_handle, username, display_name, created_at, disabled_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """, .id(account.id), .text(account.subject), .blob(account.userHandle), .text(account.username),
            .text(account.displayName), .time(account.createdAt), .time(account.disabledAt))
    }

    /// Gives a name to an account: one statement, so that of two who ask one gets it.
    /// - Returns: false when it is another's or still held.
    func takeUsername(_ key: String, for account: AccountID, now: Date) throws(SQLiteError) -> Bool {
        try run(
            """
            INSERT INTO usernames (tenant, username_key, account_id, held_until) VALUES (?1, ?2, ?3, NULL)
            ON CONFLICT (tenant, username_key) DO UPDATE SET account_id = excluded.account_id, held_until = NULL
            WHERE held_until <= ?4
            """, .text(key), .id(account), .time(now)) > 0
    }

    func isTaken(_ key: String, now: Date) throws(SQLiteError) -> Bool {
        try exists(
            """
            SELECT 1 FROM usernames WHERE tenant = ?1 AND username_key = ?2
                AND (account_id IS NOT NULL OR held_until > ?3)
            """, .text(key), .time(now))
    }

    func update(_ id: AccountID, displayName: String?) throws(SQLiteError) -> Bool {
        try run(
            "UPDATE accounts SET display_name = ?3 WHERE tenant = ?1 AND id = ?2", .id(id), .text(displayName)) > 0
    }

    /// - Returns: false when there is no such account. One that is disabled already keeps its time.
    func disable(_ id: AccountID, now: Date) throws(SQLiteError) -> Bool {
        try run(
            "UPDATE accounts SET disabled_at = coalesce(disabled_at, ?3) WHERE tenant = ?1 AND id = ?2", .id(id),
            .time(now)) > 0
    }

    /// Deletes an account whose sessions have ended, and all else it has; holds its name.
    /// - Returns: false when there is no such account.
    func delete(_ id: AccountID, holdingNameUntil end: Date) throws(SQLiteError) -> Bool {
        try run(
            "UPDATE usernames SET account_id = NULL, held_until = ?3 WHERE tenant = ?1 AND account_id = ?2", .id(id),
            .time(end))
        try run("DELETE FROM passkeys WHERE tenant = ?1 AND account_id = ?2", .id(id))
        return try run("DELETE FROM accounts WHERE tenant = ?1 AND id = ?2", .id(id)) > 0
    }

    /// `nil` when there is no such account.
    func isDisabled(_ id: AccountID) throws(SQLiteError) -> Bool? {
        try first("SELECT disabled_at IS NOT NULL FROM accounts WHERE tenant = ?1 AND id = ?2", .id(id)) {
            row throws(SQLiteError) in try row.bool(0)
        }
    }
}

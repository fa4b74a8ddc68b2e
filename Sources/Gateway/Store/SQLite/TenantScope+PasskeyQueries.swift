internal import FoundationEssentials
internal import SQLite

extension TenantScope {
    func passkey(credentialID: [UInt8], rpID: String) throws(SQLiteError) -> PasskeyAndAccount? {
        let passkey = try first(
            """
            SELECT id, credential_id, account_id, rp_id, public_key, sign_count, backup_eligible, backed_up,
                uv_initialized, aaguid, transports, name, attestation, attestation_trusted, created_at, last_used_at,
                created_conditionally
            FROM passkeys WHERE tenant = ?1 AND rp_id = ?2 AND credential_id = ?3
            """, .text(rpID), .blob(credentialID), decode: Passkey.init(row:))
        guard let passkey, let account = try account(passkey.accountID) else { return nil }
        return PasskeyAndAccount(passkey: passkey, account: account)
    }

    func passkeys(of account: AccountID) throws(SQLiteError) -> [Passkey] {
        try rows(
            """
            SELECT id, credential_id, account_id, rp_id, public_key, sign_count, backup_eligible, backed_up,
                uv_initialized, aaguid, transports, name, attestation, attestation_trusted, created_at, last_used_at,
                created_conditionally
            FROM passkeys WHERE tenant = ?1 AND account_id = ?2 ORDER BY created_at, id
            """, .id(account), decode: Passkey.init(row:))
    }

    func passkeys(username: String, limit: Int) throws(SQLiteError) -> [Passkey] {
        try rows(
            """
            SELECT p.id, credential_id, account_id, rp_id, public_key, sign_count, backup_eligible, backed_up,
                uv_initialized, aaguid, transports, name, attestation, attestation_trusted, p.created_at,
                last_used_at, created_conditionally
            FROM accounts a JOIN passkeys p ON p.tenant = a.tenant AND p.account_id = a.id
            WHERE a.tenant = ?1 AND a.username = ?2 AND a.disabled_at IS NULL
            ORDER BY p.created_at, p.id LIMIT ?3
            """, .text(username), .integer(Int64(limit)), decode: Passkey.init(row:))
    }

    func hasCredential(_ credentialID: [UInt8], rpID: String) throws(SQLiteError) -> Bool {
        try exists(
            "SELECT 1 FROM passkeys WHERE tenant = ?1 AND rp_id = ?2 AND credential_id = ?3", .text(rpID),
            .blob(credentialID))
    }

    func countPasskeys(of account: AccountID) throws(SQLiteError) -> Int64 {
        try first("SELECT count(*) FROM passkeys WHERE tenant = ?1 AND account_id = ?2", .id(account)) {
            row throws(SQLiteError) in try row.integer(0)
        } ?? 0
    }

    /// - Returns: false when the tenant has that credential already.
    func insert(_ passkey: Passkey, of account: AccountID) throws(SQLiteError) -> Bool {
        try run(
            """
            INSERT INTO passkeys (tenant, account_id, id, rp_id, credential_id, public_key, sign_count,
                backup_eligible, backed_up, uv_initialized, aaguid, transports, name, attestation,
                attestation_trusted, created_at, last_used_at, created_conditionally)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
            ON CONFLICT (tenant, rp_id, credential_id) DO NOTHING
            """, .id(account), .text(passkey.id), .text(passkey.rpID), .blob(passkey.credentialID),
            .blob(passkey.publicKey), .integer(Int64(passkey.signCount)), .bool(passkey.backupEligible),
            .bool(passkey.backedUp), .bool(passkey.uvInitialized), .text(passkey.aaguid), .list(passkey.transports),
            .text(passkey.name), .text(passkey.attestation), .bool(passkey.attestationTrusted),
            .time(passkey.createdAt), .time(passkey.lastUsedAt), .bool(passkey.createdConditionally)) > 0
    }

    func rename(_ id: String, of account: AccountID, to name: String) throws(SQLiteError) -> Bool {
        try run(
            "UPDATE passkeys SET name = ?4 WHERE tenant = ?1 AND account_id = ?2 AND id = ?3", .id(account), .text(id),
            .text(name)) > 0
    }

    func hasPasskey(_ id: String, of account: AccountID) throws(SQLiteError) -> Bool {
        try exists(
            "SELECT 1 FROM passkeys WHERE tenant = ?1 AND account_id = ?2 AND id = ?3", .id(account), .text(id))
    }

    /// Removes a passkey whose sessions have ended, unless it is the account's only one.
    func removeUnlessLast(_ id: String, of account: AccountID) throws(SQLiteError) -> Bool {
        try run(
            """
            DELETE FROM passkeys WHERE tenant = ?1 AND account_id = ?2 AND id = ?3
                AND EXISTS (SELECT 1 FROM passkeys WHERE tenant = ?1 AND account_id = ?2 AND id <> ?3)
            """, .id(account), .text(id)) > 0
    }

    /// Writes what an assertion tells, if the account may sign in and the counter moves as it must: compared and set in
    /// one statement.
    func use(_ input: SignIn, now: Date) throws(SQLiteError) -> Bool {
        let isFree = if case .set = input.counter { true } else { false }
        return try run(
            """
            UPDATE passkeys SET sign_count = ?4, backed_up = ?5, backup_eligible = coalesce(backup_eligible, ?6),
                uv_initialized = max(uv_initialized, ?7), last_used_at = ?8
            WHERE tenant = ?1 AND account_id = ?2 AND id = ?3
                AND (?9 OR sign_count < ?4 OR (sign_count = 0 AND ?4 = 0))
                AND EXISTS (SELECT 1 FROM accounts WHERE tenant = ?1 AND id = ?2 AND disabled_at IS NULL)
            """, .id(input.accountID), .text(input.passkeyID), .integer(Int64(input.counter.value)),
            .bool(input.backedUp), .bool(input.backupEligible), .bool(input.userVerified), .time(now), .bool(isFree))
            > 0
    }
}

extension Passkey {
    fileprivate init(row: borrowing Row) throws(SQLiteError) {
        self.init(
            id: try row.text(0), credentialID: try row.blob(1), accountID: try row.accountID(2), rpID: try row.text(3),
            publicKey: try row.blob(4), signCount: UInt32(clamping: try row.integer(5)),
            backupEligible: try row.optionalBool(6), backedUp: try row.bool(7), uvInitialized: try row.bool(8),
            aaguid: try row.text(9), transports: try row.list(10), name: try row.text(11),
            attestation: try row.text(12), attestationTrusted: try row.bool(13), createdAt: try row.time(14),
            lastUsedAt: try row.optionalTime(15), createdConditionally: try row.bool(16))
    }
}

internal import FoundationEssentials
internal import SQLite

extension TenantScope {
    /// - Returns: false when the account has no such session.
    func insert(_ challenge: StoredChallenge) throws(SQLiteError) -> Bool {
        try run(
            """
            INSERT INTO challenges (tenant, challenge_hash, kind, account_id, session_id, payload, created_at,
                expires_at)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM sessions WHERE tenant = ?1 AND id = ?5 AND account_id = ?4
            """, .blob(challenge.challengeHash), .text(challenge.kind), .id(challenge.accountID),
            .text(challenge.sessionID), .blob(challenge.payload), .time(challenge.createdAt),
            .time(challenge.expiresAt)) > 0
    }

    /// Removes a session's oldest challenges but for so many.
    func keepNewestChallenges(_ count: Int64, of session: String, _ account: AccountID) throws(SQLiteError) {
        try run(
            """
            DELETE FROM challenges WHERE tenant = ?1 AND challenge_hash IN (
                SELECT challenge_hash FROM challenges WHERE tenant = ?1 AND account_id = ?4 AND session_id = ?2
                ORDER BY created_at DESC, challenge_hash LIMIT -1 OFFSET ?3)
            """, .text(session), .integer(count), .id(account))
    }

    func challenge(hash: [UInt8]) throws(SQLiteError) -> StoredChallenge? {
        try first(
            """
            SELECT challenge_hash, kind, account_id, session_id, payload, created_at, expires_at
            FROM challenges WHERE tenant = ?1 AND challenge_hash = ?2
            """, .blob(hash)
        ) { row throws(SQLiteError) in
            StoredChallenge(
                challengeHash: try row.blob(0), kind: try row.text(1), accountID: try row.accountID(2),
                sessionID: try row.text(3), payload: try row.blob(4), createdAt: try row.time(5),
                expiresAt: try row.time(6))
        }
    }

    /// Uses up a stored challenge: one statement, so that of two who try one succeeds.
    func consumeChallenge(of input: AddPasskey, now: Date) throws(SQLiteError) -> Bool {
        try exists(
            """
            DELETE FROM challenges WHERE tenant = ?1 AND challenge_hash = ?2 AND kind = ?3 AND account_id = ?4
                AND session_id = ?5 AND expires_at > ?6
            RETURNING 1
            """, .blob(input.challengeHash), .text(input.challengeKind), .id(input.passkey.accountID),
            .text(input.sessionID), .time(now))
    }

    /// Remembers the use of a sealed challenge.
    /// - Returns: false when it was used before or has expired.
    func isSpent(_ hash: [UInt8]) throws(SQLiteError) -> Bool {
        try exists("SELECT 1 FROM spent_challenges WHERE tenant = ?1 AND challenge_hash = ?2", .blob(hash))
    }

    func spend(_ challenge: SpentChallenge, now: Date) throws(SQLiteError) -> Bool {
        try run(
            """
            INSERT INTO spent_challenges (tenant, challenge_hash, expires_at) SELECT ?1, ?2, ?3 WHERE ?3 > ?4
            ON CONFLICT (tenant, challenge_hash) DO NOTHING
            """, .blob(challenge.hash), .time(challenge.expiresAt), .time(now)) > 0
    }
}

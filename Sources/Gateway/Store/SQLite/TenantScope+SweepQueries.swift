internal import FoundationEssentials
internal import SQLite

extension TenantScope {
    /// Removes what ended at or before a time, at most so many rows.
    func sweep(endedBy end: Date, limit: Int) throws(SQLiteError) -> Int {
        var count = try sweepSessions(end, limit)
        if count < limit { count += try sweepChallenges(end, limit - count) }
        if count < limit { count += try sweepSpentChallenges(end, limit - count) }
        if count < limit { count += try sweepNames(end, limit - count) }
        return count
    }

    private func sweepSessions(_ end: Date, _ limit: Int) throws(SQLiteError) -> Int {
        try run(
            """
            DELETE FROM sessions WHERE tenant = ?1 AND token_hash IN (
                SELECT token_hash FROM sessions WHERE tenant = ?1 AND idle_expires_at <= ?2
                ORDER BY idle_expires_at LIMIT ?3)
            """, .time(end), .integer(Int64(limit)))
    }

    private func sweepChallenges(_ end: Date, _ limit: Int) throws(SQLiteError) -> Int {
        try run(
            """
            DELETE FROM challenges WHERE tenant = ?1 AND challenge_hash IN (
                SELECT challenge_hash FROM challenges WHERE tenant = ?1 AND expires_at <= ?2
                ORDER BY expires_at LIMIT ?3)
            """, .time(end), .integer(Int64(limit)))
    }

    private func sweepSpentChallenges(_ end: Date, _ limit: Int) throws(SQLiteError) -> Int {
        try run(
            """
            DELETE FROM spent_challenges WHERE tenant = ?1 AND challenge_hash IN (
                SELECT challenge_hash FROM spent_challenges WHERE tenant = ?1 AND expires_at <= ?2
                ORDER BY expires_at LIMIT ?3)
            """, .time(end), .integer(Int64(limit)))
    }

    private func sweepNames(_ end: Date, _ limit: Int) throws(SQLiteError) -> Int {
        try run(
            """
            DELETE FROM usernames WHERE tenant = ?1 AND held_until IS NOT NULL AND username_key IN (
                SELECT username_key FROM usernames WHERE tenant = ?1 AND held_until <= ?2
                ORDER BY held_until LIMIT ?3)
            """, .time(end), .integer(Int64(limit)))
    }
}

internal import SQLite

extension TenantScope {
    func append(_ event: Event) throws(SQLiteError) {
        try run(
            """
            INSERT INTO events (tenant, number, at, type, account_id, session_id, client_id, address, origin,
                request_id, reason, detail)
            VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM events WHERE tenant = ?1), ?2, ?3, ?4, ?5, ?6, ?7,
                ?8, ?9, ?10, ?11)
            """, .time(event.at), .text(event.type), .id(event.accountID), .text(event.sessionID),
            .text(event.clientID), .text(event.address), .text(event.origin), .text(event.requestID),
            .text(event.reason), .text(event.detail))
    }

    func events(limit: Int64, before number: Int64) throws(SQLiteError) -> [RecordedEvent] {
        try rows(
            """
            SELECT number, at, type, account_id, session_id, client_id, address, origin, request_id, reason, detail
            FROM events WHERE tenant = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3
            """, .integer(number), .integer(limit), decode: RecordedEvent.init(row:))
    }

    func events(of account: AccountID, limit: Int64, before number: Int64) throws(SQLiteError) -> [RecordedEvent] {
        try rows(
            """
            SELECT number, at, type, account_id, session_id, client_id, address, origin, request_id, reason, detail
            FROM events WHERE tenant = ?1 AND account_id = ?2 AND number < ?3 ORDER BY number DESC LIMIT ?4
            """, .id(account), .integer(number), .integer(limit), decode: RecordedEvent.init(row:))
    }
}

extension RecordedEvent {
    fileprivate init(row: borrowing Row) throws(SQLiteError) {
        number = try row.integer(0)
        event = Event(
            at: try row.time(1), type: try row.text(2), accountID: try row.optionalBlob(3).map(AccountID.init),
            sessionID: try row.optionalText(4), clientID: try row.optionalText(5), address: try row.text(6),
            origin: try row.optionalText(7), requestID: try row.text(8), reason: try row.optionalText(9),
            detail: try row.optionalText(10))
    }
}

internal import CSQLite

/// One connection with its prepared statements. It belongs to the thread that opened it, so it is not `Sendable`.
package final class Connection {
    private let database: OpaquePointer
    /// By address of the SQL literal: literals do not move, so nothing needs hashing, and there are only so many.
    private var statements: [UnsafePointer<UInt8>: Statement] = [:]

    enum Mode {
        case writing
        case reading
    }

    init(path: String, mode: Mode, settings: DatabaseSettings) throws(SQLiteError) {
        var opened: OpaquePointer?
        let access = mode == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened, gatehouse_sqlite3_harden(opened) == SQLITE_OK else {
            defer { sqlite3_close_v2(opened) }
            throw opened.map { SQLiteError(extendedCode: code, of: $0) }
                ?? SQLiteError(extendedCode: code, message: "out of memory")
        }
        database = opened
        sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, 4 << 20)
        sqlite3_busy_timeout(opened, settings.busyTimeoutMilliseconds)
        try configure(mode, settings)
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(database)
    }

    private func configure(_ mode: Mode, _ settings: DatabaseSettings) throws(SQLiteError) {
        if mode == .writing {
            try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try execute("PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864")
        }
        try execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
        try execute("PRAGMA cache_size = -\(mode == .writing ? 32_768 : 4_096)")
        if let pages = settings.maximumPages { try execute("PRAGMA max_page_count = \(pages)") }
    }

    /// Runs a script of statements without values and rows: a migration, for instance.
    package func execute(_ script: String) throws(SQLiteError) {
        let code = sqlite3_exec(database, script, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw SQLiteError(extendedCode: code, of: database)
        }
    }

    /// Runs a statement to its end.
    /// - Returns: how many rows it inserted, changed or deleted.
    @discardableResult
    package func run(_ sql: StaticString, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
        return Int(sqlite3_changes64(database))
    }

    /// All rows of a statement, which is run to its end. The statement bounds their number.
    package func rows<Value>(
        _ sql: StaticString, _ values: [SQLiteValue], _ decode: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [Value] = []
        while try statement.step() { rows.append(try decode(Row(statement.pointer))) }
        return rows
    }

    /// The first row of a statement, which is run to its end: a `RETURNING` works in full.
    package func first<Value>(
        _ sql: StaticString, _ values: [SQLiteValue], _ decode: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step() else { return nil }
        let value = try decode(Row(statement.pointer))
        while try statement.step() {}
        return value
    }

    /// Whether no transaction is open; after an error this tells that SQLite rolled all of it back.
    var isOutsideTransaction: Bool {
        sqlite3_get_autocommit(database) != 0
    }

    private func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
        if let statement = statements[sql.utf8Start] { return statement }
        let text = UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount)
        let statement = try Statement(text, on: database)
        statements[sql.utf8Start] = statement
        return statement
    }
}

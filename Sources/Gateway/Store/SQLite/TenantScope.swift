internal import SQLite
internal import Tenancy

/// The way to one tenant's rows, and for queries the only one: they get no connection. The tenant is bound as `?1` of
/// every statement and the given values follow from `?2` on, so a query without a tenant does not compile.
struct TenantScope {
    private let connection: Connection
    private let tenant: SQLiteValue

    init(_ connection: Connection, _ tenant: TenantID) {
        self.connection = connection
        self.tenant = .text(tenant.text)
    }

    /// Runs a statement; answers how many rows it inserted, changed or deleted.
    @discardableResult
    func run(_ sql: StaticString, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
        try connection.run(sql, [tenant] + values)
    }

    /// The first row of a statement.
    func first<Value>(
        _ sql: StaticString, _ values: SQLiteValue..., decode: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        try connection.first(sql, [tenant] + values, decode)
    }

    /// All rows of a statement.
    func rows<Value>(
        _ sql: StaticString, _ values: SQLiteValue..., decode: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        try connection.rows(sql, [tenant] + values, decode)
    }

    /// Whether a statement finds or returns a row.
    func exists(_ sql: StaticString, _ values: SQLiteValue...) throws(SQLiteError) -> Bool {
        try connection.first(sql, [tenant] + values) { _ in true } ?? false
    }
}

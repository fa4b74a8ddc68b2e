internal import SQLite
internal import Tenancy

/// The way to what belongs to no tenant: migrations, the table of tenants, master keys, figures. Kept apart from
/// `TenantScope` so that a statement over all tenants is a decision that shows.
struct MaintenanceScope {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The rows of one tenant.
    func scope(of tenant: TenantID) -> TenantScope {
        TenantScope(connection, tenant)
    }

    /// Runs a script of statements: a migration.
    func execute(_ script: String) throws(SQLiteError) {
        try connection.execute(script)
    }

    /// Runs a statement; answers how many rows it inserted, changed or deleted.
    @discardableResult
    func run(_ sql: StaticString, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
        try connection.run(sql, values)
    }

    /// The first row of a statement.
    func first<Value>(
        _ sql: StaticString, _ values: SQLiteValue..., decode: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        try connection.first(sql, values, decode)
    }

    /// All rows of a statement.
    func rows<Value>(
        _ sql: StaticString, _ values: SQLiteValue..., decode: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        try connection.rows(sql, values, decode)
    }
}

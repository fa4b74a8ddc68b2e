internal import SQLite

/// A step from one shape of the database to the next. It never changes once released.
struct Migration: Sendable {
    /// The name it is recorded under: the file's, without the engine.
    let name: String
    /// The statements.
    let script: [UInt8]

    /// All of them, in order.
    static let all = [
        Migration(name: "0001_passkeys", script: PackageResources.sqlite_0001_passkeys_sql)
    ]
}

extension SQLiteEngine {
    /// Brings the database up to date: each missing step in a transaction of its own, recorded by name.
    /// - Throws: `ahead` when the database has a step this program does not know.
    func migrate(_ migrations: [Migration] = Migration.all) async throws(StoreError) {
        let applied = try await maintain { scope throws(SQLiteError) in
            try scope.run(
                """
                CREATE TABLE IF NOT EXISTS schema_migrations (
                    name TEXT NOT NULL PRIMARY KEY,
                    applied_at INTEGER NOT NULL
                ) STRICT
                """)
            return .commit(
                try scope.rows("SELECT name FROM schema_migrations ORDER BY name") { row throws(SQLiteError) in
                    try row.text(0)
                })
        }
        let known = Set(migrations.map(\.name))
        if let unknown = applied.first(where: { !known.contains($0) }) { throw .ahead(migration: unknown) }
        for migration in migrations where !applied.contains(migration.name) {
            try await maintain { scope throws(SQLiteError) in
                try scope.execute(String(decoding: migration.script, as: UTF8.self))
                try scope.run(
                    "INSERT INTO schema_migrations (name, applied_at) VALUES (?1, unixepoch())", .text(migration.name))
                return .commit(())
            }
        }
    }
}

import SQLite
import TestSupport

/// A database with one table, for tests of the kit.
struct Notes {
    let folder = TemporaryFolder()
    let database: Database

    init(_ change: (inout DatabaseSettings) -> Void = { _ in }) async throws {
        var settings = DatabaseSettings(folder: folder.path, name: "notes")
        change(&settings)
        database = try await Database.open(settings)
        try await database.write { connection throws(SQLiteError) in
            try connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, body ANY) STRICT")
            return .commit(())
        }
    }

    func add(_ id: Int64, _ body: SQLiteValue = .null) async throws(SQLiteError) {
        try await database.write { connection throws(SQLiteError) in
            try connection.run("INSERT INTO notes (id, body) VALUES (?1, ?2)", [.integer(id), body])
            return .commit(())
        }
    }

    func ids() async throws(SQLiteError) -> [Int64] {
        try await database.read { connection throws(SQLiteError) in
            try connection.rows("SELECT id FROM notes ORDER BY id", []) { row throws(SQLiteError) in try row.integer(0)
            }
        }
    }
}

/// Holds the writing thread, so that work gathers into one group.
struct Gate {
    private let latch = Latch()
    private let holder: Task<Void, Never>

    init(_ database: Database) async {
        let entered = AsyncStream<Void>.makeStream()
        holder = Task { [latch] in
            _ = try? await database.write { _ throws(SQLiteError) in
                entered.continuation.finish()
                latch.wait()
                return .commit(())
            }
        }
        for await _ in entered.stream {}
    }

    /// Waits until so many writes are queued behind the gate, then lets them go as one group.
    func open(after count: Int, on database: Database) async {
        while database.waiting.writes < count { await Task.yield() }
        latch.open()
        await holder.value
    }
}

/// Everything the gateway remembers, and the only place with SQL. Each call is one transaction and belongs to the
/// tenant given with `in:`; another tenant's rows are as if they did not exist. Times are cut to whole seconds. What
/// expires is judged against `now`, never by the sweeper. A returned write is on disk. Every call throws `StoreError`
/// and never waits on a thread of Swift's pool.
package final class Store: Sendable {
    let engine: SQLiteEngine

    private init(_ engine: SQLiteEngine) {
        self.engine = engine
    }

    /// Opens or makes the database in a folder, and brings it up to date.
    /// - Throws: `ahead`, `locked`, `corrupt` or what the disk said: the gateway cannot start.
    package static func open(_ settings: StoreSettings) async throws(StoreError) -> Store {
        let engine = try await SQLiteEngine.open(settings)
        do {
            try await engine.migrate()
        } catch {
            await engine.close()
            // At the start a held database is another program's, not a rush.
            throw error == .busy ? .locked(detail: settings.folder) : error
        }
        return Store(engine)
    }

    /// Refuses new work, finishes what waits, and lets go of the files.
    package func close() async {
        await engine.close()
    }
}

/// Where the store is.
package struct StoreSettings: Sendable {
    static let name = "gatehouse"

    /// The file of the database.
    package var databasePath: String { "\(folder)/\(Self.name).db" }

    /// The folder of the SQLite files; made with mode 0700 when missing.
    package let folder: String
    /// How many pages of 4096 bytes the database may have; `nil` leaves it to the disk.
    package let maximumPages: Int?

    /// Names the folder.
    package init(folder: String, maximumPages: Int? = nil) {
        self.folder = folder
        self.maximumPages = maximumPages
    }
}

/// Everything the gateway remembers, and the only place with SQL. Each call is one transaction and belongs to the
/// tenant given with `in:`; another tenant's rows are as if they did not exist. Times are cut to whole seconds. What
/// expires is judged against `now`, never by the sweeper. A returned write is on disk. Every call throws `StoreError`
/// and never waits on a thread of Swift's pool.
package final class Store: Sendable {
    init() {}

    /// Opens or makes the database in a folder, and brings it up to date.
    /// - Throws: `ahead`, `locked`, `corrupt` or what the disk said: the gateway cannot start.
    package static func open(_ settings: StoreSettings) async throws(StoreError) -> Store {
        throw .unexpected(detail: "not built")
    }

    /// Refuses new work, finishes what waits, and lets go of the files.
    package func close() async {}
}

/// Where the store is.
package struct StoreSettings: Sendable {
    /// The folder of the SQLite files; made with mode 0700 when missing.
    package let folder: String

    /// Names the folder.
    package init(folder: String) {
        self.folder = folder
    }
}

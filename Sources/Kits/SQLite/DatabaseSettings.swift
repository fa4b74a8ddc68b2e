/// Where a database is and how much it may take.
package struct DatabaseSettings: Sendable {
    /// The folder of the files; made with mode 0700 when missing.
    package let folder: String
    /// The name of the database file without its ending: `name.db`, `name.db-wal`, `name.db-shm`, `name.lock`.
    package let name: String
    /// How many reading connections, each on a thread of its own.
    package var readers = 2
    /// How many writes may wait; one more is refused as busy.
    package var maximumWaitingWrites = 4096
    /// How many reads may wait; one more is refused as busy.
    package var maximumWaitingReads = 8192
    /// How long to wait for a foreign process (a backup, say) that holds the database.
    package var busyTimeoutMilliseconds: Int32 = 2000
    /// How many pages of 4096 bytes the file may have; `nil` leaves it to the disk.
    package var maximumPages: Int?

    /// Names the folder and the files.
    package init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    var databasePath: String { "\(folder)/\(name).db" }
    var lockPath: String { "\(folder)/\(name).lock" }
}

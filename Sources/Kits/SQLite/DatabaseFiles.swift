internal import Glibc

/// The right to work with a database's files: held by one process at a time, let go when released or when the process
/// dies. SQLite itself would let a second writer in, whose caches would then not see what the first one revoked.
final class DatabaseFiles: Sendable {
    private let lock: Int32

    init(_ settings: DatabaseSettings) throws(SQLiteError) {
        if mkdir(settings.folder, 0o700) != 0, errno != EEXIST {
            throw Self.failure("cannot make the folder \(settings.folder)")
        }
        lock = open(settings.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw Self.failure("cannot open \(settings.lockPath)") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let failure = Self.failure("cannot lock \(settings.lockPath)")
            Glibc.close(lock)
            throw isHeld ? SQLiteError(.inUse, "\(settings.lockPath) is held") : failure
        }
        // SQLite gives the journal files the mode of the database file.
        let database = open(settings.databasePath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard database >= 0 else {
            let failure = Self.failure("cannot open \(settings.databasePath)")
            Glibc.close(lock)
            throw failure
        }
        Glibc.close(database)
    }

    deinit {
        Glibc.close(lock)
    }

    private static func failure(_ what: String) -> SQLiteError {
        let code = errno
        let kind: SQLiteError.Kind =
            switch code {
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .io
            }
        return SQLiteError(kind, "\(what): \(String(cString: strerror(code)))")
    }
}

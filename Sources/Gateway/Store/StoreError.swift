/// Why the store could not do what it was asked; nothing was written. `full`, `readOnly`, `io` and `busy` may pass:
/// answer `503`. `ahead`, `locked` and `corrupt` come from opening.
package enum StoreError: Error, Sendable, Equatable {
    /// The disk is full.
    case full(detail: String)
    /// The disk or the file cannot be written.
    case readOnly(detail: String)
    /// Reading or writing failed.
    case io(detail: String)
    /// Too much is waiting, or something else holds the database.
    case busy
    /// The store was closed.
    case closed
    /// The database was written by a newer Gatehouse: this migration is unknown.
    case ahead(migration: String)
    /// Another process has the database open.
    case locked(detail: String)
    /// The file is damaged or not a database.
    case corrupt(detail: String)
    /// A statement or value the store did not expect: a defect.
    case unexpected(detail: String)
}

extension StoreError: CustomStringConvertible {
    /// One line for the log or the operator; holds no value of a row.
    package var description: String {
        switch self {
        case .full(let detail): "the disk of the database is full: \(detail)"
        case .readOnly(let detail): "the database cannot be written: \(detail)"
        case .io(let detail): "the database cannot be read or written: \(detail)"
        case .busy: "the database is busy"
        case .closed: "the database is closed"
        case .ahead(let migration):
            "the database was written by a newer Gatehouse (it has migration \(migration)): upgrade this one"
        case .locked(let detail): "another process has the database open: \(detail)"
        case .corrupt(let detail): "the database is damaged or not a database: \(detail)"
        case .unexpected(let detail): "unexpected database error: \(detail)"
        }
    }
}

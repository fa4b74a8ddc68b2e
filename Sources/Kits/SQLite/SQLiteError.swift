internal import CSQLite
internal import Glibc

/// Why the database did not do what it was asked.
package struct SQLiteError: Error, Sendable, Equatable {
    /// What a caller may decide on.
    package enum Kind: Sendable, Equatable {
        /// No space left on the disk (SQLITE_FULL).
        case full
        /// The file or its disk cannot be written (SQLITE_READONLY, SQLITE_PERM).
        case readOnly
        /// Reading, writing or opening failed (SQLITE_IOERR, SQLITE_CANTOPEN).
        case io
        /// Another connection holds the database (SQLITE_BUSY, SQLITE_LOCKED), or the queue is full.
        case busy
        /// Another process works with the folder.
        case inUse
        /// The file is damaged or not a database (SQLITE_CORRUPT, SQLITE_NOTADB).
        case corrupt
        /// A constraint refused the row (SQLITE_CONSTRAINT).
        case constraint
        /// The database was closed.
        case closed
        /// Anything else: a defect of the statement or of this program.
        case unexpected
    }

    /// What it comes to.
    package let kind: Kind
    /// SQLite's extended result code; its low byte is the primary one. 0 when SQLite was not asked.
    package let extendedCode: Int32
    /// SQLite's or the system's words; names tables and columns, never values.
    package let message: String

    /// Makes an error that does not come from SQLite.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        extendedCode = 0
        self.message = message
    }

    /// Makes an error of what a connection just answered.
    init(extendedCode: Int32, of database: OpaquePointer) {
        self.init(
            extendedCode: extendedCode, systemError: sqlite3_system_errno(database),
            message: String(cString: sqlite3_errmsg(database)))
    }

    /// Makes an error of a result code; `systemError` is the `errno` that an input or output error came from.
    init(extendedCode: Int32, systemError: Int32 = 0, message: String) {
        kind = Self.kind(extendedCode, systemError)
        self.extendedCode = extendedCode
        self.message = message
    }

    private static func kind(_ extendedCode: Int32, _ systemError: Int32) -> Kind {
        switch extendedCode & 0xFF {
        case SQLITE_FULL: return .full
        case SQLITE_READONLY, SQLITE_PERM: return .readOnly
        // The journal's index, for one, that finds no room is an input or output error to SQLite.
        case SQLITE_IOERR, SQLITE_CANTOPEN: return [ENOSPC, EDQUOT].contains(systemError) ? .full : .io
        case SQLITE_NOLFS: return .io
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt
        case SQLITE_CONSTRAINT: return .constraint
        default: return .unexpected
        }
    }
}

extension SQLiteError: CustomStringConvertible {
    /// Message and code in one line.
    package var description: String {
        extendedCode == 0 ? message : "\(message) (SQLite \(extendedCode))"
    }
}

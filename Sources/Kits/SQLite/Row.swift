internal import CSQLite

/// The current row of a running statement. It exists only inside the closure that decodes it; columns count from 0.
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// UTF-8 text.
    package func text(_ column: Int32) throws(SQLiteError) -> String {
        try expect(SQLITE_TEXT, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(
            decoding: UnsafeBufferPointer(start: sqlite3_column_text(statement, column), count: count), as: UTF8.self)
    }

    /// Bytes.
    package func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try expect(SQLITE_BLOB, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count))
    }

    /// A number.
    package func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
        try expect(SQLITE_INTEGER, column)
        return sqlite3_column_int64(statement, column)
    }

    /// A number that is 0 or something else.
    package func bool(_ column: Int32) throws(SQLiteError) -> Bool {
        try integer(column) != 0
    }

    /// Text, `nil` for null.
    package func optionalText(_ column: Int32) throws(SQLiteError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    /// Bytes, `nil` for null.
    package func optionalBlob(_ column: Int32) throws(SQLiteError) -> [UInt8]? {
        isNull(column) ? nil : try blob(column)
    }

    /// A number, `nil` for null.
    package func optionalInteger(_ column: Int32) throws(SQLiteError) -> Int64? {
        isNull(column) ? nil : try integer(column)
    }

    /// 0 or something else, `nil` for null.
    package func optionalBool(_ column: Int32) throws(SQLiteError) -> Bool? {
        isNull(column) ? nil : try bool(column)
    }

    private func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// SQLite would convert silently; a column of another type is a defect that must be seen.
    private func expect(_ type: Int32, _ column: Int32) throws(SQLiteError) {
        guard sqlite3_column_type(statement, column) == type else {
            throw SQLiteError(.unexpected, "column \(column) has another type")
        }
    }
}

internal import CSQLite

/// A prepared statement of one connection, used again and again.
final class Statement {
    let pointer: OpaquePointer
    private let database: OpaquePointer

    init(_ sql: UnsafeBufferPointer<UInt8>, on database: OpaquePointer) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let code = sql.withMemoryRebound(to: CChar.self) {
            sqlite3_prepare_v3(
                database, $0.baseAddress, Int32(clamping: $0.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        }
        guard code == SQLITE_OK, let prepared else {
            throw SQLiteError(extendedCode: code, of: database)
        }
        pointer = prepared
        self.database = database
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        guard values.count == Int(sqlite3_bind_parameter_count(pointer)) else {
            throw SQLiteError(
                .unexpected, "a statement takes \(sqlite3_bind_parameter_count(pointer)) values, not \(values.count)")
        }
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .text(let text): bind(text, at: index)
                case .blob(let bytes):
                    bytes.withUnsafeBytes {
                        gatehouse_sqlite3_bind_blob(pointer, index, $0.baseAddress, Int32(clamping: $0.count))
                    }
                case .integer(let number): sqlite3_bind_int64(pointer, index, number)
                case .null: sqlite3_bind_null(pointer, index)
                }
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    private func bind(_ text: String, at index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 {
            gatehouse_sqlite3_bind_text(pointer, index, $0.baseAddress, Int32(clamping: $0.count))
        }
    }

    /// Goes to the next row; false when there is none.
    func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw error(code)
        }
    }

    /// Ends the run and lets go of the bound values. Its code repeats the error of the last step, which was thrown.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(extendedCode: code, of: database)
    }
}

import SQLite
import TestSupport
import Testing

@Suite("Database")
struct DatabaseTests {
    @Test func `values come back as they went in, empty ones and zero bytes too`() async throws {
        let notes = try await Notes()
        let values: [SQLiteValue] = [
            .text(""), .text("a\0b"), .text("é"), .text("e\u{301}"), .blob([]), .blob([0, 1, 255]), .integer(.min),
            .null,
        ]
        for (id, value) in values.enumerated() { try await notes.add(Int64(id), value) }
        let back = try await notes.database.read { connection throws(SQLiteError) in
            try connection.rows("SELECT typeof(body), body FROM notes ORDER BY id", []) { row throws(SQLiteError) in
                switch try row.text(0) {
                case "text": SQLiteValue.text(try row.text(1))
                case "blob": SQLiteValue.blob(try row.blob(1))
                case "integer": SQLiteValue.integer(try row.integer(1))
                default: SQLiteValue.text(try row.optionalText(1))
                }
            }
        }
        #expect(back == values)
        #expect(back.map(\.utf8) == values.map(\.utf8))
    }

    @Test func `a column of another type, too few values and bad SQL are errors`() async throws {
        let notes = try await Notes()
        try await notes.add(1, .text("x"))
        await #expect(throws: SQLiteError.self) {
            try await notes.database.read { connection throws(SQLiteError) in
                try connection.first("SELECT body FROM notes", []) { row throws(SQLiteError) in try row.integer(0) }
            }
        }
        await #expect(throws: SQLiteError.self) {
            try await notes.database.read { connection throws(SQLiteError) in
                try connection.run("SELECT ?1, ?2", [.null])
            }
        }
        await #expect(throws: SQLiteError.self) {
            try await notes.database.read { connection throws(SQLiteError) in try connection.run("SELEC 1") }
        }
        #expect(try await notes.ids() == [1])
    }

    @Test func `a reading connection cannot write`() async throws {
        let notes = try await Notes()
        let error = await #expect(throws: SQLiteError.self) {
            try await notes.database.read { connection throws(SQLiteError) in
                try connection.run("INSERT INTO notes (id) VALUES (1)")
            }
        }
        #expect(error?.kind == .readOnly)
    }

    @Test func `readers do not wait for the writer and do not see what is not committed`() async throws {
        let notes = try await Notes()
        let latch = Latch()
        let written = AsyncStream<Void>.makeStream()
        async let writing: Void = notes.database.write { connection throws(SQLiteError) in
            try connection.run("INSERT INTO notes (id) VALUES (1)")
            written.continuation.finish()
            latch.wait()
            return .commit(())
        }
        for await _ in written.stream {}
        #expect(try await notes.ids() == [])
        latch.open()
        try await writing
        #expect(try await notes.ids() == [1])
    }

    @Test func `one more write than may wait is refused as busy`() async throws {
        let notes = try await Notes { $0.maximumWaitingWrites = 3 }
        let gate = await Gate(notes.database)
        let kinds = await withTaskGroup(of: SQLiteError.Kind?.self) { group in
            for id in Int64(1)...5 {
                group.addTask {
                    do throws(SQLiteError) {
                        try await notes.add(id)
                        return nil
                    } catch { return error.kind }
                }
            }
            var kinds = [await group.next() ?? nil, await group.next() ?? nil]
            await gate.open(after: 3, on: notes.database)
            for await kind in group { kinds.append(kind) }
            return kinds
        }
        #expect(kinds.prefix(2) == [.busy, .busy])
        #expect(kinds.suffix(3) == [nil, nil, nil])
    }

    @Test func `closing finishes what waits and refuses what comes after`() async throws {
        let notes = try await Notes()
        let gate = await Gate(notes.database)
        async let last: Void = notes.add(1)
        await gate.open(after: 1, on: notes.database)
        try await last
        await notes.database.close()
        await #expect(throws: SQLiteError.self) { try await notes.add(2) }
        await #expect(throws: SQLiteError.self) { try await notes.ids() }
        await notes.database.close()
    }

    @Test func `the folder is for one opener at a time, and files are for their owner only`() async throws {
        let notes = try await Notes()
        let settings = DatabaseSettings(folder: notes.folder.path, name: "notes")
        let error = await #expect(throws: SQLiteError.self) { try await Database.open(settings) }
        #expect(error?.kind == .inUse)
        #expect(try notes.folder.permissions() == 0o700)
        for file in ["notes.db", "notes.db-wal", "notes.db-shm", "notes.lock"] {
            #expect(try notes.folder.permissions(of: file) == 0o600, "\(file)")
        }
        await notes.database.close()
        let again = try await Database.open(settings)
        await again.close()
    }

    @Test func `what was answered survives the end of the process`() async throws {
        let notes = try await Notes()
        for id in Int64(1)...10 { try await notes.add(id) }
        let copy = try notes.folder.copied()
        let reopened = try await Database.open(DatabaseSettings(folder: copy.path, name: "notes"))
        let count = try await reopened.read { connection throws(SQLiteError) in
            try connection.first("SELECT count(*) FROM notes", []) { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(count == 10)
        await reopened.close()
    }

    @Test func `a file that is no database is corrupt, a folder that cannot be made is not`() async throws {
        let notes = try await Notes()
        await notes.database.close()
        try [UInt8](repeating: 65, count: 8192).write(to: notes.folder.path + "/notes.db")
        let corrupt = await #expect(throws: SQLiteError.self) {
            try await Database.open(DatabaseSettings(folder: notes.folder.path, name: "notes"))
        }
        #expect(corrupt?.kind == .corrupt)
        let missing = await #expect(throws: SQLiteError.self) {
            try await Database.open(DatabaseSettings(folder: "/nonexistent/a/b", name: "notes"))
        }
        #expect(missing?.kind == .io)
    }
}

extension SQLiteValue {
    fileprivate var utf8: [UInt8] {
        if case .text(let text) = self { Array(text.utf8) } else { [] }
    }
}

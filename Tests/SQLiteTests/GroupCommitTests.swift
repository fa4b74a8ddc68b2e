import SQLite
import Testing

@Suite("Group commit")
struct GroupCommitTests {
    @Test func `waiting work becomes one group in which a unit that fails is undone alone`() async throws {
        let notes = try await Notes()
        let gate = await Gate(notes.database)
        let outcomes = await withTaskGroup(of: (Int64, SQLiteError.Kind?).self) { group in
            for id in Int64(1)...20 {
                group.addTask {
                    do throws(SQLiteError) {
                        try await notes.database.write { connection throws(SQLiteError) in
                            try connection.run("INSERT INTO notes (id) VALUES (?1)", [.integer(id * 100)])
                            if id.isMultiple(of: 5) {
                                try connection.run("INSERT INTO notes (id) VALUES (?1)", [.integer(id * 100)])
                            }
                            return .commit(())
                        }
                        return (id, nil)
                    } catch { return (id, error.kind) }
                }
            }
            await gate.open(after: 20, on: notes.database)
            return await group.reduce(into: [:]) { $0[$1.0] = .some($1.1) }
        }
        for id in Int64(1)...20 { #expect(outcomes[id] == .some(id.isMultiple(of: 5) ? .constraint : nil)) }
        #expect(try await notes.ids() == (1...20).filter { !$0.isMultiple(of: 5) }.map { $0 * 100 })
    }

    @Test func `a rollback verdict answers its value and leaves nothing`() async throws {
        let notes = try await Notes()
        let answer = try await notes.database.write { connection throws(SQLiteError) in
            try connection.run("INSERT INTO notes (id) VALUES (1)")
            return .rollback("refused")
        }
        #expect(answer == "refused")
        #expect(try await notes.ids() == [])
    }

    @Test func `later units of a group see what earlier ones wrote`() async throws {
        let notes = try await Notes()
        let gate = await Gate(notes.database)
        let added = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...50 {
                group.addTask {
                    let changes = try? await notes.database.write { connection throws(SQLiteError) in
                        .commit(try connection.run("INSERT INTO notes (id) VALUES (7) ON CONFLICT DO NOTHING"))
                    }
                    return changes == 1
                }
            }
            await gate.open(after: 50, on: notes.database)
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(added == 1)
    }

    @Test func `a full disk fails the whole group, reading goes on, and writing recovers when there is space`()
        async throws
    {
        let notes = try await Notes { $0.maximumPages = 20 }
        try await notes.add(1, .text("kept"))
        let gate = await Gate(notes.database)
        let errors = await withTaskGroup(of: SQLiteError.Kind?.self) { group in
            for id in Int64(2)...9 {
                group.addTask {
                    let size = id == 5 ? 200_000 : 10
                    do throws(SQLiteError) {
                        try await notes.add(id, .blob([UInt8](repeating: 1, count: size)))
                        return nil
                    } catch { return error.kind }
                }
            }
            await gate.open(after: 8, on: notes.database)
            return await group.reduce(into: [SQLiteError.Kind?]()) { $0.append($1) }
        }
        // `max_page_count` may fail only the statement; then that unit alone is undone.
        #expect(errors.contains(.full))
        #expect(errors.allSatisfy { $0 == .full } || errors.filter { $0 == .full }.count == 1)
        #expect(try await notes.ids().contains(1))
        try await notes.add(10)
        #expect(try await notes.ids().contains(10))
        #expect(!notes.database.isFailingToWrite)
    }

    @Test func `an error that ends the transaction fails every unit of the group`() async throws {
        let notes = try await Notes()
        let gate = await Gate(notes.database)
        let errors = await withTaskGroup(of: SQLiteError.Kind?.self) { group in
            for id in Int64(1)...8 {
                group.addTask {
                    do throws(SQLiteError) {
                        try await notes.database.write { connection throws(SQLiteError) in
                            // OR ROLLBACK ends the transaction as a full disk does.
                            try connection.run("INSERT INTO notes (id) VALUES (?1)", [.integer(id)])
                            if id == 5 { try connection.run("INSERT OR ROLLBACK INTO notes (id) VALUES (5)") }
                            return .commit(())
                        }
                        return nil
                    } catch { return error.kind }
                }
            }
            await gate.open(after: 8, on: notes.database)
            return await group.reduce(into: [SQLiteError.Kind?]()) { $0.append($1) }
        }
        #expect(errors.allSatisfy { $0 == .constraint })
        #expect(try await notes.ids() == [])
        try await notes.add(1)
        #expect(try await notes.ids() == [1])
    }
}

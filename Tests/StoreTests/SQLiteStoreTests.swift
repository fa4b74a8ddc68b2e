import Foundation
import SQLite
import Store
import Tenancy
import TestSupport
import Testing

/// What holds for the SQLite engine only: files, migrations, the disk.
@Suite("SQLite store") struct SQLiteStoreTests {
    let now = StoreFixture.start

    @Test func `everything answered is there after a crash`() async throws {
        let it = try await StoreFixture(.sqlite)
        let ada = try await it.person(1, username: "ada")
        _ = try await it.store.signIn(ada.signIn(2), in: it.acme, now: now)
        let copy = try it.folder.copied()
        let store = try await Store.open(StoreSettings(folder: copy.path))
        #expect(try await store.account(username: "ada", in: it.acme) == ada.account)
        #expect(try await store.session(tokenHash: Person.bytes(2, 32), in: it.acme, now: now) != nil)
        #expect(try await store.signIn(ada.signIn(2), in: it.acme, now: now) == .challengeSpent)
        await store.close()
    }

    @Test func `a second opener is refused in one line, until the first closes`() async throws {
        let it = try await StoreFixture(.sqlite)
        let error = await #expect(throws: StoreError.self) {
            try await Store.open(StoreSettings(folder: it.folder.path))
        }
        guard case .locked = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("\n") == false)
        await it.store.close()
        let again = try await Store.open(StoreSettings(folder: it.folder.path))
        await again.close()
    }

    @Test func `a database of a newer program is refused, a damaged one too`() async throws {
        let it = try await StoreFixture(.sqlite)
        await it.store.close()
        let database = try await Database.open(DatabaseSettings(folder: it.folder.path, name: "gatehouse"))
        try await database.write { connection throws(SQLiteError) in
            try connection.run("INSERT INTO schema_migrations (name, applied_at) VALUES ('0099_later', 1)")
            return .commit(())
        }
        await database.close()
        await #expect(throws: StoreError.ahead(migration: "0099_later")) {
            try await Store.open(StoreSettings(folder: it.folder.path))
        }
        try [UInt8](repeating: 7, count: 10_000).write(to: it.folder.path + "/gatehouse.db")
        let error = await #expect(throws: StoreError.self) {
            try await Store.open(StoreSettings(folder: it.folder.path))
        }
        guard case .corrupt = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a full disk refuses writing, reading goes on, and writing comes back with space`() async throws {
        let folder = TemporaryFolder()
        let store = try await Store.open(StoreSettings(folder: folder.path, maximumPages: 60))
        let acme = try #require(TenantID("acme"))
        _ = try await store.bindTenant(
            acme, to: TenantBinding(issuer: "https://acme.example", rpID: "example", hosts: ["acme.example"]))
        let ada = Person(1)
        #expect(try await store.signUp(ada.signUp, in: acme, now: now) == .created)
        var answered: [Int] = []
        var failure: StoreError?
        for index in 2..<2_000 {
            do throws(StoreError) {
                _ = try await store.signIn(ada.signIn(index), in: acme, now: now)
                answered.append(index)
            } catch {
                failure = error
                break
            }
        }
        guard case .full = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        for index in answered {
            #expect(try await store.session(tokenHash: Person.bytes(index, 32), in: acme, now: now) != nil)
        }
        // Ending sessions makes room.
        let ended = try await store.endOtherSessions(of: ada.account.id, except: "s-1", in: acme, event: ada.event)
        #expect(ended.count == answered.count)
        try await store.checkHealth()
        let next = ada.signIn(5_000)
        #expect(try await store.signIn(next, in: acme, now: now) == .signedIn(next.session))
    }

    @Test func `every statement of a tenant binds the tenant`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Gateway/Store/SQLite")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("TenantScope+") }
        #expect(files.count >= 6)
        let literal = /"""(?<long>[\s\S]*?)"""|"(?<short>[^"\n]*)"/
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in text.matches(of: literal) {
                let sql = String(match.long ?? match.short ?? "")
                guard sql.contains(/(?:SELECT|INSERT|UPDATE|DELETE)\s/) else { continue }
                let tables = sql.matches(of: /(?:FROM|UPDATE) [a-z_]+/).count
                let bound = sql.matches(of: /tenant = \?1/).count
                #expect(bound >= tables - sql.matches(of: /DO UPDATE/).count, "\(file): \(sql)")
                #expect(sql.contains("?1"), "\(file): \(sql)")
            }
        }
    }

    @Test func `the migrations in the program are the files in the folder`() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Gateway/Store/Migrations")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { $0.replacing("sqlite_", with: "").replacing(".sql", with: "") }
        let it = try await StoreFixture(.sqlite)
        await it.store.close()
        let database = try await Database.open(DatabaseSettings(folder: it.folder.path, name: "gatehouse"))
        let names = try await database.read { connection throws(SQLiteError) in
            try connection.rows("SELECT name FROM schema_migrations ORDER BY name", []) { row throws(SQLiteError) in
                try row.text(0)
            }
        }
        #expect(names == files)
        await database.close()
    }
}

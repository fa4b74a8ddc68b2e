import Foundation
import TestSupport
import Testing

@testable import Tenancy

@Suite("Folders of tenant files")
struct LoadingTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let folder = TemporaryFolder()

    init() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    }

    private func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
        let path = folder.path + "/" + name
        let parent = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Array(text.utf8).write(to: path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/" + name, withDestinationPath: target)
    }

    /// Loads the folder `tenants`; faults without the path of the test's folder.
    private func load(_ environment: [String: String] = [:]) -> (ids: Set<String>, faults: [String]) {
        let (directory, faults) = TenantDirectory.load(
            folder: folder.path + "/tenants", environment: environment, now: Self.now)
        return (
            Set(directory.tenants.keys.map(\.text)),
            faults.map { $0.description.replacing(folder.path + "/", with: "") }
        )
    }

    private func tenant(_ id: String) -> String { "name: \(id)\nissuer: https://\(id).example\n" }

    @Test func `a file with faults leaves its tenant out and the others in`() throws {
        try write("tenants/good.yaml", tenant("good"))
        try write("tenants/bad.yaml", "name: Bad\nissuer: bad.example\nzzz: 1")
        try write("tenants/broken.yaml", "name: [")
        try write("tenants/empty.yaml", "")
        try write("tenants/notes.txt", "no tenant")
        try write("tenants/.hidden.yaml", "[")
        try write("tenants/samples/other.yaml", "[")
        let loaded = load()
        #expect(loaded.ids == ["good"])
        #expect(loaded.faults.count == 4)
        #expect(
            loaded.faults.first
                == "tenants/bad.yaml:2:9: issuer: \"bad.example\" is not an origin; write \"https://bad.example\"")
        #expect(
            loaded.faults.last
                == "tenants/empty.yaml:1:1: the file is empty; a tenant has at least a name and an issuer")
    }

    @Test func `a tenant file is named for its tenant`() throws {
        try write("tenants/Acme.yaml", tenant("acme"))
        try write("tenants/shop.yml", tenant("shop"))
        let words = "a tenant file is named for its tenant: up to 63 of a-z, 0-9 and -, and .yaml"
        #expect(
            load().faults == [
                "tenants/Acme.yaml: \(words); name it \"acme.yaml\"",
                "tenants/shop.yml: \(words); name it \"shop.yaml\"",
            ])
    }

    @Test func `a folder that is not there, or empty, is a fault`() throws {
        #expect(load().faults == ["tenants: cannot be read as a folder of tenant files"])
        try write("tenants/x.txt", "")
        #expect(
            load().faults == ["tenants: holds no tenant file; tenants/acme.yaml would make the tenant \"acme\""])
    }

    @Test func `links within the folder are followed, as Kubernetes makes them; others are refused`() throws {
        try write("tenants/..2026/acme.yaml", tenant("acme"))
        try link("tenants/..data", to: "..2026")
        try link("tenants/acme.yaml", to: "..data/acme.yaml")
        try write("outside.yaml", tenant("outside"))
        try link("tenants/outside.yaml", to: "../outside.yaml")
        try link("tenants/nowhere.yaml", to: "nothing.yaml")
        try link("tenants/loop.yaml", to: "loop.yaml")
        let loaded = load()
        #expect(loaded.ids == ["acme"])
        #expect(loaded.faults.count == 3)
        #expect(
            loaded.faults.contains(
                "tenants/outside.yaml: lies outside the tenant file's folder; relative paths must stay in it"))
    }

    @Test func `what is no regular file is refused, and so is a large one`() throws {
        try write("tenants/ok.yaml", tenant("ok"))
        try FileManager.default.createDirectory(
            atPath: folder.path + "/tenants/folder.yaml", withIntermediateDirectories: true)
        #expect(mkfifo(folder.path + "/tenants/pipe.yaml", 0o600) == 0)
        try write("tenants/large.yaml", String(repeating: "#", count: (1 << 20) + 1))
        let loaded = load()
        #expect(loaded.ids == ["ok"])
        #expect(
            loaded.faults == [
                "tenants/folder.yaml: is not a regular file", "tenants/large.yaml: is larger than 1048576 bytes",
                "tenants/pipe.yaml: is not a regular file",
            ])
    }

    @Test func `files that a tenant file names are beside it, or absolute`() throws {
        func client(_ path: String) -> String {
            "clients: [{id: a, kind: confidential, secret: {file: \(path)}}]"
        }
        let secret = String(repeating: "s", count: 40)
        try write("tenants/in.secret", secret)
        try write("out.secret", secret)
        try write("open.secret", secret, mode: 0o644)
        try link("tenants/link.secret", to: "../out.secret")
        try write("tenants/a.yaml", tenant("a") + client("in.secret"))
        try write("tenants/b.yaml", tenant("b") + client("../out.secret"))
        try write("tenants/c.yaml", tenant("c") + client(folder.path + "/out.secret"))
        try write("tenants/d.yaml", tenant("d") + client(folder.path + "/open.secret"))
        try write("tenants/e.yaml", tenant("e") + client("link.secret"))
        let loaded = load()
        #expect(loaded.ids == ["a", "c", "d"])
        let place = "3:54: clients[0].secret.file"
        #expect(
            loaded.faults == [
                "tenants/b.yaml:3:54: clients[0].secret.file: the file \"../out.secret\" lies outside the tenant file's "
                    + "folder; relative paths must stay in it",
                "tenants/d.yaml:3:54: warning: clients[0].secret.file: the file \"open.secret\" can be read by every user; "
                    + "chmod o-r it",
                "tenants/e.yaml:\(place): the file \"link.secret\" lies outside the tenant file's folder; "
                    + "relative paths must stay in it",
            ])
    }

    @Test func `the check reads files and folders as one installation`() throws {
        try write("tenants/a.yaml", tenant("a"))
        try write("more/a.yaml", tenant("a"))
        try write("more/b.yaml", "name: b\nissuer: https://b.a.example\nhosts: [x.b.example]\ndemo: true")
        let report = TenantCheck.run(
            paths: [folder.path + "/tenants/", folder.path + "/more/a.yaml", folder.path + "/more/b.yaml"],
            environment: [:], now: Self.now)
        #expect(report.hasFaults)
        let lines = report.lines.map { $0.replacing(folder.path + "/", with: "") }
        #expect(
            lines == [
                "more/b.yaml:4:7: warning: demo: opens /demo to everybody who reaches https://b.a.example",
                "more/a.yaml:1:1: the tenant \"a\" is tenants/a.yaml already",
                "tenants/a.yaml:2:9: issuer: the RP ID \"a.example\" reaches \"b.a.example\" of tenant \"b\"'s (more/b.yaml)",
                "more/b.yaml:2:9: issuer: \"b.a.example\" is under the RP ID \"a.example\" of tenant \"a\"'s (tenants/a.yaml)",
                "3 tenant files, 3 faults, 1 warning",
            ])
        let nothing = TenantCheck.run(paths: ["no/such"], environment: [:], now: Self.now)
        #expect(nothing.lines == ["no/such: does not exist", "no tenant files, 1 fault, no warnings"])
        let clean = TenantCheck.run(paths: [folder.path + "/tenants/a.yaml"], environment: [:], now: Self.now)
        #expect(clean.lines == ["1 tenant file, no faults, no warnings"] && !clean.hasFaults)
    }
}

import Foundation
import Testing

@testable import Tenancy

@Suite("Declarations of keys")
struct DeclarationTests {
    private static func walk(_ keys: [KeyDeclaration], _ prefix: String = "") -> [(path: String, key: KeyDeclaration)] {
        keys.flatMap { key in [(prefix + key.name, key)] + walk(key.members, prefix + key.name + ".") }
    }

    private static let all = walk(TenantKeys.all.declarations)

    @Test func `every key has one sentence, and none stands twice`() {
        for (path, key) in Self.all {
            #expect(key.summary.hasSuffix(".") && !key.summary.dropLast().contains(". "), "\(path)")
        }
        #expect(Set(Self.all.map(\.path)).count == Self.all.count)
    }

    @Test func `every key stands in the manual`() throws {
        let paper = try String(contentsOfFile: SampleTests.root + "/docs/tenant-file.md", encoding: .utf8)
        let missing = Self.all.filter { !paper.contains($0.key.name) }.map(\.path)
        #expect(missing == [])
    }

    @Test func `secrets are marked`() {
        #expect(Self.all.filter(\.key.isSecret).map(\.path) == ["clients.secret"])
    }

    @Test(
        arguments: [
            ("30d", 2_592_000), ("90s", 90), ("1m", 60), ("0s", 0), ("999999999s", 999_999_999), ("", nil), ("s", nil),
            ("1", nil), ("-1s", nil), ("+1s", nil), ("1.5h", nil), ("1 h", nil), ("1w", nil), ("1S", nil),
            ("9999999999s", nil), ("١s", nil),
        ] as [(String, Int?)])
    func `durations`(text: String, seconds: Int?) {
        #expect(Amount.seconds(text) == seconds)
    }

    @Test(arguments: [(90, "90s"), (60, "1m"), (3_600, "1h"), (86_400, "1d"), (5_400, "90m"), (0, "0s")])
    func `durations are written in the largest unit that fits`(seconds: Int, text: String) {
        #expect(Amount.duration(seconds) == text)
    }
}

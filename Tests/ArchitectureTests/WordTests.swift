import Testing

/// Words that must not stand in some layer, each with the reason a reader of the failure needs.
@Suite("Banned words")
struct WordTests {
    private struct Ban: Sendable, CustomTestStringConvertible {
        let words: String
        let layers: Set<Layer>
        let reason: String
        var testDescription: String { "\(words) in \(layers.map(\.rawValue).sorted().joined(separator: ", "))" }
    }

    private static let everywhere: Set<Layer> = [.kits, .cores, .gateway, .command]

    /// The one file that reads the clock and the system's random source, as a value that a test can replace.
    private static let exempt = "Sources/Gateway/Features/Common/Environment.swift"

    private static let bans: [Ban] = [
        Ban(
            words: #"\bDate\(\)|timeIntervalSinceNow|\b(Date|\w*Clock(\(\))?)\.now\b|[=(,:]\s*\.now\b"#,
            layers: [.cores, .gateway], reason: "the time is an argument, so that a test can hold it"),
        Ban(
            words: #"SystemRandomNumberGenerator|\.random\(in|\.randomElement\(|\.shuffled?\(|\bUUID\(\)"#,
            layers: [.cores, .gateway], reason: "randomness is an argument, so that a test can hold it"),
        Ban(
            words: #"\bRandomBytes\.system\b|[=(,:]\s*\.system\b"#, layers: [.cores, .gateway],
            reason: "randomness is an argument, so that a test can hold it"),
        Ban(
            words: #"\b(debugPrint|print|dump|readLine)\("#, layers: [.kits, .cores, .gateway],
            reason: "only the command speaks to the terminal; the rest logs or returns"),
        Ban(
            words: #"\bFileManager\b|\bProcessInfo\b|\bTask\b|\bMutex\b|\bcontentsOf:\s*URL"#, layers: [.cores],
            reason: "cores are pure: no files, no environment, no tasks, no locks"),
        Ban(
            words: #"(?i)\bunsafe|\w+Unsafe"#, layers: [.cores, .gateway],
            reason: "unsafe code stands in kits alone"),
        Ban(
            words: #"\btry!|\bas!|\bfatalError\(|\bpreconditionFailure\(|\bunowned\b"#, layers: everywhere,
            reason: "a request must not be able to stop the process"),
        Ban(
            words: #"\bprecondition\("#, layers: [.cores, .gateway],
            reason: "cores and gateway answer outside bytes with errors"),
        Ban(
            words: #"\bpublic\b|\bopen\b\s+(class|func|var)"#, layers: everywhere,
            reason: "`package` is the widest access"),
        Ban(
            words: #"\bThread\.sleep|(^|[^.\w])(u|nano)?sleep\("#, layers: [.cores, .gateway, .command],
            reason: "nothing sleeps on a thread that serves"),
        Ban(
            words: #"\bJSON(De|En)coder\b|\bJSONSerialization\b|\bPropertyList"#, layers: everywhere,
            reason: "JSON goes through the one strict reader: JSONDecoder takes duplicates, UTF-16 and trailing commas"),
    ]

    @Test(arguments: bans)
    private func `a banned word does not stand in the code`(ban: Ban) {
        let pattern = Pattern(ban.words)
        let files = House.sources(of: ban.layers).filter { $0.path != Self.exempt }
        expectNone(files.flatMap { $0.places(of: pattern) }, ban.reason)
    }

    @Test func `only Store and its kit hold SQL`() {
        let sql: Pattern =
            #"\b(?:SELECT\s|INSERT INTO|INSERT OR|UPDATE \w+ SET|DELETE FROM|CREATE (?:TABLE|INDEX|UNIQUE)|PRAGMA\s|ALTER TABLE)"#
        let others = House.sources.filter { !["Store", "SQLite"].contains($0.module) }
        expectNone(others.flatMap { $0.places(of: sql, in: \.literals) }, "SQL stands in Store alone")
        let files = House.paths(under: "Sources", extensions: ["sql"])
        expectNone(
            files.filter { !$0.hasPrefix("Sources/Gateway/Store/Migrations/") }, "migrations stand in Store/Migrations")
    }

    @Test func `nothing is left for later`() {
        let marks: Pattern = #"\b(?:TODO|FIXME|XXX|HACK)\b"#
        let files = (House.sources + House.tests).filter { $0.name != "WordTests" }
        expectNone(files.flatMap { $0.places(of: marks, in: \.lines) }, "open ends are issues, not comments")
    }
}

import Foundation
import Testing

/// The documents name what the program has, no more and no less. Read as text, so that they hold for every module.
@Suite("Documents")
struct PaperTests {
    private static let papers = ["README.md", "CHANGELOG.md"] + House.paths(under: "docs", extensions: ["md"])

    private static func source(_ name: String) -> SourceFile? { House.sources.first { $0.name == name } }

    /// The texts that a pattern finds in the sources with one of some names.
    private static func texts(_ pattern: Regex<(Substring, Substring)>, in files: [SourceFile]) -> Set<String> {
        Set(files.flatMap { file in file.lines.flatMap { $0.matches(of: pattern).map { String($0.1) } } })
    }

    @Test(.enabled(if: source("ProblemCode") != nil && source("WebAuthnCode") != nil))
    func `every error code is explained, and none that is not there`() throws {
        let files = [try #require(Self.source("ProblemCode")), try #require(Self.source("WebAuthnCode"))]
        let codes = Self.texts(/case \w+ = "(\w+)"/, in: files)
        let paper = House.text("docs/errors.md")
        // The OAuth errors have a table of their own, with three columns.
        let explained = Set(
            paper.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `(\w+)` \| [\d, ]+ \| .+ \| .+ \|$/)?.1 }
                .map(String.init))
        let oauth = Set(paper.matches(of: /\n\| `(\w+)` \| [\d, ]+ \| [^|]+ \|(?=\n)/).map { String($0.1) })
        #expect(codes.subtracting(explained).subtracting(oauth).sorted() == [], "not in docs/errors.md")
        #expect(explained.subtracting(codes).sorted() == [], "in docs/errors.md and not in the code")
    }

    @Test func `every route stands in the description of the API`() {
        let routes = House.sources.filter { $0.name.hasSuffix("Routes") && $0.module == "Features" }
        let paths = Self.texts(/"(\/[^"\s]*)"/, in: routes).filter { !$0.hasPrefix("//") }
        let paper = House.text("docs/api.md").replacing("{file}", with: "*")
        let missing = paths.filter { path in
            !paper.contains(path) && !paper.contains(path.replacing(/\{\w+\}/, with: "*"))
        }
        #expect(missing.sorted() == [], "not in docs/api.md")
    }

    @Test func `every setting and metric stands in the operator's manual`() {
        let paper = House.text("docs/operate.md")
        let settings = Self.texts(/Key\(\s*name: "([\w.]+)"/, in: House.sources(of: [.command]))
        let metrics = Self.texts(/(gatehouse_[a-z_]{4,})/, in: House.sources(of: [.gateway]))
        #expect(settings.union(metrics).filter { !paper.contains($0) }.sorted() == [], "not in docs/operate.md")
    }

    @Test func `links lead to files that are there`() {
        for paper in Self.papers {
            let folder = (paper as NSString).deletingLastPathComponent
            for link in House.text(paper).matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map({ String($0.1) }) {
                let path = (folder as NSString).appendingPathComponent(link)
                #expect(
                    FileManager.default.fileExists(atPath: House.root.appending(path: path).path),
                    "\(paper) links to \(link)")
            }
        }
    }
}

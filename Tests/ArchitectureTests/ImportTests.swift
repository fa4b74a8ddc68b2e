import Testing

@Suite("Imports")
struct ImportTests {
    nonisolated(unsafe) private static let importing =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:package|internal|fileprivate|private|public)\s+)?import\s+(?:struct\s+|class\s+|enum\s+|func\s+|var\s+|protocol\s+|typealias\s+)?(\w+)/

    private struct Import: CustomStringConvertible {
        let module: String
        let place: Place
        var description: String { place.description }
    }

    private static func imports(in file: SourceFile) -> [Import] {
        file.code.enumerated().compactMap { index, line in
            line.firstMatch(of: importing).map { Import(module: String($0.1), place: file.place(index)) }
        }
    }

    @Test func `a module imports only what stands below it`() throws {
        for file in House.sources {
            let layer = try #require(file.layer, "\(file.path) stands in no layer")
            let own = try #require(Layering.modules[file.module], "\(file.module) is not in Layering.modules")
            let allowed = own.union(Layering.toolchain[layer] ?? [])
            expectNone(
                Self.imports(in: file).filter { !allowed.contains($0.module) },
                "\(file.module) may import only \(allowed.sorted().joined(separator: ", "))")
        }
    }

    @Test func `a C module is imported by its kit alone, and internally`() {
        for file in House.sources {
            let c = Self.imports(in: file).filter { House.systemLibraries.contains($0.module) }
            expectNone(
                c.filter { file.layer != .kits || !$0.place.text.hasPrefix("internal import") },
                "a C module is imported by kits alone, as `internal import`")
        }
    }

    @Test func `imports are plain`() {
        let special = /@_exported|@testable|@_spi|@_implementationOnly/
        expectNone(
            House.sources.flatMap { $0.places(of: special) }, "nothing is re-exported, nothing opened for tests alone")
    }
}

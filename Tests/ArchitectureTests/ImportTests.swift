import Testing

@Suite("Imports")
struct ImportTests {
    private static let importing: Pattern =
        #"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:package|internal|fileprivate|private|public)[ \t]+)?import[ \t]+(?:(?:struct|class|enum|func|var|protocol|typealias)[ \t]+)?(\w+)"#

    private struct Import: CustomStringConvertible {
        let module: String
        let place: Place
        var description: String { place.description }
    }

    private static func imports(in file: SourceFile) -> [Import] {
        importing.matches(in: file.code).map { Import(module: $0.group ?? "", place: file.place($0.line)) }
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
        let special: Pattern = "@_exported|@testable|@_spi|@_implementationOnly"
        expectNone(
            House.sources.flatMap { $0.places(of: special) }, "nothing is re-exported, nothing opened for tests alone")
    }
}

import Testing

/// `Package.swift` is read as text: asking SwiftPM inside a test would start a second build.
@Suite("Package.swift")
struct ManifestTests {
    private static let text = House.manifest.lines.joined(separator: "\n")

    private static func names(in list: Substring) -> Set<String> {
        Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
    }

    /// Target → the targets it depends on, as the manifest declares them.
    private static let declared: [String: Set<String>] = {
        var found: [String: Set<String>] = [:]
        for match in text.matches(of: /(?:kit|core|gateway)\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/) {
            found[String(match.1)] = match.2.map(names) ?? []
        }
        for match in text.matches(of: /executableTarget\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]/) {
            found[String(match.1)] = names(in: match.2)
        }
        return found
    }()

    private static let testTargets = Set(text.matches(of: /\btests\(\s*"(\w+)"/).map { String($0.1) })

    @Test func `the manifest declares the layers of the house, no more and no less`() {
        // The load generator is no part of the house: it stands in Benchmarks, above everything.
        #expect(Set(Self.declared.keys).subtracting(["LoadGenerator"]) == Set(Layering.modules.keys))
        for (module, allowed) in Layering.modules.sorted(by: { $0.key < $1.key }) {
            #expect(Self.declared[module] == allowed, "dependencies of \(module) in Package.swift")
        }
    }

    @Test func `every module has a test target`() {
        for module in Layering.modules.keys.sorted() where Layering.testedElsewhere[module] == nil {
            #expect(Self.testTargets.contains("\(module)Tests"), "\(module) has no target \(module)Tests")
        }
    }

    private static func built(with constructor: String) -> Set<String> {
        Set(text.matches(of: /\b(kit|core|gateway)\(\s*"(\w+)"/).filter { $0.1 == constructor }.map { String($0.2) })
    }

    @Test func `no kit or core depends on something above it`() {
        let kits = Self.built(with: "kit")
        let cores = Self.built(with: "core")
        let above = cores.union(Self.built(with: "gateway"))
        let belowCores = cores.union(["Crypto", "CBOR", "JSON", "Text"])
        for kit in kits {
            let others = (Layering.modules[kit] ?? []).intersection(kits.union(above)).filter { $0 != "HTTP" }
            #expect(others.isEmpty, "the kit \(kit) imports \(others.sorted())")
        }
        for core in cores {
            let others = (Layering.modules[core] ?? []).subtracting(belowCores)
            #expect(others.isEmpty, "the core \(core) imports \(others.sorted())")
        }
    }

    @Test func `no dependency comes from outside`() {
        expectNone(House.manifest.places(of: #"\.package\s*\("#), "a build needs Debian's packages and nothing else")
    }
}

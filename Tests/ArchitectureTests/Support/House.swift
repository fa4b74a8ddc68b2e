import Foundation

/// The repository as these tests see it: every Swift file of Sources and Tests, read once.
enum House {
    static let root: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let sources: [SourceFile] = swiftFiles(under: "Sources")
    static let tests: [SourceFile] = swiftFiles(under: "Tests")
    /// The C modules: the folders of Sources/CLibraries.
    static let systemLibraries = Set(
        paths(under: "Sources/CLibraries", extensions: ["modulemap"]).compactMap {
            $0.split(separator: "/").dropLast().last.map(String.init)
        })
    static let manifest = SourceFile(path: "Package.swift", text: text("Package.swift"))

    /// The source files of some layers.
    static func sources(of layers: Set<Layer>) -> [SourceFile] {
        sources.filter { file in file.layer.map(layers.contains) ?? false }
    }

    static func text(_ path: String) -> String {
        (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// Paths, relative to the root and sorted, of the files below a folder with one of some extensions.
    static func paths(under folder: String, extensions: Set<String>) -> [String] {
        let walker = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        let found = walker?.compactMap { $0 as? String } ?? []
        return found.filter { extensions.contains(($0 as NSString).pathExtension) }.map { "\(folder)/\($0)" }.sorted()
    }

    private static func swiftFiles(under folder: String) -> [SourceFile] {
        paths(under: folder, extensions: ["swift"]).map { SourceFile(path: $0, text: text($0)) }
    }
}

/// The folders of Sources that hold Swift.
enum Layer: String {
    case kits = "Kits"
    case cores = "Cores"
    case gateway = "Gateway"
    case command = "gatehouse"
}

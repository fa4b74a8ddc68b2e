import Foundation

/// One Swift file in three readings of the same shape, so that a line number means the same in each: as written, as
/// code alone (comments and the contents of string literals blanked), and as literals alone.
struct SourceFile: Sendable {
    let path: String
    let lines: [String]
    let code: [String]
    let literals: [String]

    init(path: String, text: String) {
        var scanner = LiteralScanner(text)
        scanner.run()
        self.path = path
        lines = Self.split(Array(text.utf8))
        code = Self.split(scanner.code)
        literals = Self.split(scanner.literals)
    }

    /// `Kits`, `Cores`, `Gateway` or `gatehouse` for a file of Sources.
    var layer: Layer? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? Layer(rawValue: String(parts[1])) : nil
    }

    /// The target that compiles the file.
    var module: String {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 2 else { return "" }
        return layer == .command || parts[0] == "Tests" ? parts[1] : parts[2]
    }

    var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

    /// Number of lines as `wc -l` counts them.
    var length: Int { lines.last == "" ? lines.count - 1 : lines.count }

    /// Where a pattern stands in one of the readings, one place a line.
    func places(of pattern: Pattern, in reading: KeyPath<SourceFile, [String]> = \.code) -> [Place] {
        pattern.lines(in: self[keyPath: reading]).sorted().map(place)
    }

    func place(_ index: Int) -> Place {
        Place(path: path, line: index + 1, text: lines[index].trimmingCharacters(in: .whitespaces))
    }

    private static func split(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

/// A line to show in a failure.
struct Place: CustomStringConvertible {
    let path: String
    let line: Int
    let text: String

    var description: String { "\(path):\(line): \(text)" }
}

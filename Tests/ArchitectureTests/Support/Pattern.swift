import Foundation

/// A regular expression that runs over a whole file at once. ICU's engine, because Swift's own takes seconds for the
/// house in a debug build.
struct Pattern: Sendable, ExpressibleByStringLiteral {
    private let expression: NSRegularExpression

    /// A pattern in ICU's syntax; `^` and `$` are the ends of lines.
    init(_ text: String) {
        do {
            expression = try NSRegularExpression(pattern: text, options: [.anchorsMatchLines])
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }

    init(stringLiteral text: String) { self.init(text) }

    /// One match: the index of its line, and its first group (nil where it took no part).
    struct Match {
        let line: Int
        let group: String?
    }

    func matches(in lines: [String]) -> [Match] {
        let text = lines.joined(separator: "\n")
        // The scanned readings are ASCII for the most part; offsets are UTF-16 in any case.
        let units = Array(text.utf16)
        var line = 0
        var offset = 0
        return expression.matches(in: text, range: NSRange(location: 0, length: units.count)).map { match in
            while offset < match.range.location {
                if units[offset] == 10 { line += 1 }
                offset += 1
            }
            let group = match.numberOfRanges > 1 ? match.range(at: 1) : NSRange(location: NSNotFound, length: 0)
            guard group.location != NSNotFound else { return Match(line: line, group: nil) }
            let slice = units[group.location..<group.location + group.length]
            return Match(line: line, group: String(decoding: slice, as: UTF16.self))
        }
    }

    /// The indices of the lines it is found in.
    func lines(in lines: [String]) -> Set<Int> { Set(matches(in: lines).map(\.line)) }
}

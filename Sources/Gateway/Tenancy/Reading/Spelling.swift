/// Finds the word that somebody meant.
enum Spelling {
    /// `; did you mean "origins"?`, or nothing if no name is near.
    static func hint(for text: String, among names: [String]) -> String {
        nearest(to: text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// The nearest name, if at most a third of it differs.
    static func nearest(to text: String, among names: [String]) -> String? {
        let word = Array(ASCII.lowercased(text).utf8).map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
        guard word.count <= 40 else { return nil }
        let near = names.map { (name: $0, distance: distance(word, Array($0.utf8))) }
            .filter { $0.distance <= max(1, $0.name.utf8.count / 3) }
        return near.min { $0.distance < $1.distance }?.name
    }

    /// How many letters must be put in, taken out, changed or swapped with their neighbour.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var row = [i + 1]
            for (j, y) in b.enumerated() {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (x == y ? 0 : 1))
                if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}

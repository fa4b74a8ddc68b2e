import YAML

/// A node that is being read as a value.
struct Field {
    let node: YAMLNode
    let path: String
    let reading: Reading

    var place: Place { Place(path: path, position: node.position) }

    func fault(_ message: String) { reading.fault(place, message) }

    /// The text of a scalar; says what must stand here if it is none.
    func text(_ words: String) -> String? {
        guard let text = node.text else {
            fault("must be \(words)")
            return nil
        }
        return text
    }

    func item(_ index: Int, _ node: YAMLNode) -> Field {
        Field(node: node, path: "\(path)[\(index)]", reading: reading)
    }
}

extension String {
    /// In quotation marks, fit for a line of a terminal: short, without control characters.
    var quoted: String {
        let shown = unicodeScalars.prefix(100).map { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value) ? "\u{FFFD}" : Character(scalar)
        }
        return "\"" + String(shown) + (unicodeScalars.count > 100 ? "…" : "") + "\""
    }
}

/// One node of a YAML document, with the place where it begins.
package indirect enum YAMLNode: Sendable {
    /// A text. Without quotes (`isPlain`) it may be read as a number, a boolean or null by whoever knows the key.
    case scalar(String, isPlain: Bool, YAMLPosition)
    case sequence([YAMLNode], YAMLPosition)
    case mapping([YAMLEntry], YAMLPosition)

    /// Where the node begins.
    package var position: YAMLPosition {
        switch self {
        case .scalar(_, _, let position), .sequence(_, let position), .mapping(_, let position): position
        }
    }

    /// Whether the value is left out: nothing, or a plain `null` or `~`.
    package var isNull: Bool {
        if case .scalar(let text, isPlain: true, _) = self { ["", "~", "null"].contains(text) } else { false }
    }

    /// The text of a scalar that is not null; nil for anything else.
    package var text: String? {
        if case .scalar(let text, _, _) = self, !isNull { text } else { nil }
    }
}

/// One key of a mapping and its value. No key stands twice in a mapping.
package struct YAMLEntry: Sendable {
    /// The key.
    package let key: String
    /// Where the key stands.
    package let position: YAMLPosition
    /// The value.
    package let value: YAMLNode
}

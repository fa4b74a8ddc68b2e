/// One key of the tenant file, declared once. Decoding and faults come from the declaration.
struct Key<Value: Sendable>: Sendable {
    let name: String
    let type: ValueType<Value>
    let fallback: Fallback<Value>
    let summary: String

    init(_ name: String, _ type: ValueType<Value>, _ fallback: Fallback<Value>, _ summary: String) {
        self.name = name
        self.type = type
        self.fallback = fallback
        self.summary = summary
    }

    var declaration: KeyDeclaration {
        KeyDeclaration(
            name: name, type: type.words, range: type.range, fallback: fallback.words,
            isRequired: fallback.isRequired, isSecret: type.isSecret, summary: summary, members: type.members)
    }
}

/// What holds when a key is left out.
enum Fallback<Value: Sendable>: Sendable {
    /// It is a fault.
    case required
    /// Nothing.
    case none
    /// A value, and how one would write it.
    case value(Value, String)
    /// What other keys say, in words.
    case derived(String)
    /// A section in which every key is left out.
    case emptySection

    var isRequired: Bool { if case .required = self { true } else { false } }

    var words: String? {
        switch self {
        case .value(_, let words), .derived(let words): words
        case .required, .none, .emptySection: nil
        }
    }
}

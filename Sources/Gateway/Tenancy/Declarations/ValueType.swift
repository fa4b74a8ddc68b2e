/// How a value is written and read. `read` says every fault it finds and gives nil after one that leaves no value.
struct ValueType<Value: Sendable>: Sendable {
    /// What to write, to follow "must be".
    let words: String
    var range: String?
    var isSecret = false
    var isList = false
    var members: [KeyDeclaration] = []
    let read: @Sendable (Field) -> Value?
}

extension ValueType {
    /// A text that `parse` takes; `words` also makes the fault.
    static func text(_ words: String, _ parse: @escaping @Sendable (String) -> Value?) -> ValueType {
        ValueType(words: words) { field in
            guard let text = field.text(words) else { return nil }
            if let value = parse(text) { return value }
            field.fault("\(text.quoted) is not \(words)")
            return nil
        }
    }

    /// A mapping with these keys and no other.
    static func section(_ keys: SectionKeys, _ read: @escaping @Sendable (Section) -> Value?) -> ValueType {
        ValueType(words: "a section", members: keys.declarations) { field in
            Section(field, keys).flatMap(read)
        }
    }
}

/// The keys of a section: those that are read, and those that a later version brings.
struct SectionKeys: Sendable {
    let declarations: [KeyDeclaration]
    var later: [String] = []
}

import Text
import YAML

extension ValueType where Value == Bool {
    static let flag = ValueType(words: "true or false") { field in
        switch field.node {
        case .scalar("true", isPlain: true, _): return true
        case .scalar("false", isPlain: true, _): return false
        default:
            field.fault("must be true or false")
            return nil
        }
    }
}

extension ValueType where Value: RawRepresentable<String> & CaseIterable {
    /// One word of the enumeration's raw values; `later` ones are known but not built.
    static func choice(later: [String] = []) -> ValueType {
        let names = Value.allCases.map(\.rawValue)
        let words = "one of " + names.joined(separator: ", ")
        return ValueType(words: words) { field in
            guard let text = field.text(words) else { return nil }
            if let value = Value.allCases.first(where: { $0.rawValue.isByteEqual(to: text) }) { return value }
            if later.contains(text) {
                field.fault("not yet: this version does not have \(text.quoted); write \(words)")
            } else {
                field.fault("\(text.quoted) is not \(words)" + Spelling.hint(for: text, among: names))
            }
            return nil
        }
    }
}

extension ValueType where Value == String {
    /// A text that can be shown to people.
    static let display = ValueType(words: "a text of at most 200 bytes") { field in
        guard let text = field.text("a text") else { return nil }
        guard text.utf8.count <= 200, let clean = DisplayText.clean(text, maxBytes: 200) else {
            field.fault("must be a text of 1 to 200 bytes that can be shown")
            return nil
        }
        return clean
    }
}

import Text
import YAML

/// A mapping whose keys are known. Making one says which keys are unknown, or not built yet.
struct Section {
    let place: Place
    let reading: Reading
    private let entries: [YAMLEntry]
    private let faultsBefore: Int

    /// Nil if the node is no mapping. A section without a value is one in which every key is left out.
    init?(_ field: Field, _ keys: SectionKeys) {
        place = field.place
        reading = field.reading
        faultsBefore = field.reading.faults.count
        switch field.node {
        case .mapping(let entries, _): self.entries = entries
        case _ where field.node.isNull: entries = []
        default:
            field.fault("must be a section: keys with values")
            return nil
        }
        entries.forEach { check($0, keys) }
    }

    /// Whether anything was said since the section was opened.
    var hasFaults: Bool { reading.faults.count > faultsBefore }

    /// The value of a key, or its default; nil if there is neither (required keys have said so).
    func callAsFunction<Value>(_ key: Key<Value>) -> Placed<Value>? {
        guard let entry = entry(key) else { return fallback(key) }
        let field = Field(node: entry.value, path: place.member(key.name, entry.position).path, reading: reading)
        if entry.value.isNull, case .emptySection = key.fallback { return fallback(key) }
        if entry.value.isNull {
            if key.type.isList, case .value = key.fallback { return fallback(key) }
            reading.fault(place.member(key.name, entry.position), "has no value; it must be \(key.type.words)")
            return nil
        }
        return key.type.read(field).map { Placed(value: $0, place: field.place) }
    }

    /// Where a key stands; nil if it is left out.
    func position<Value>(of key: Key<Value>) -> Place? {
        entry(key).map { place.member(key.name, $0.position) }
    }

    private func entry<Value>(_ key: Key<Value>) -> YAMLEntry? {
        entries.first { $0.key.isByteEqual(to: key.name) }
    }

    private func fallback<Value>(_ key: Key<Value>) -> Placed<Value>? {
        let place = self.place.member(key.name, self.place.position)
        switch key.fallback {
        case .value(let value, _): return Placed(value: value, place: place)
        case .none, .derived: return nil
        case .required:
            reading.fault(place, "is missing; it must be \(key.type.words)")
            return nil
        case .emptySection:
            let field = Field(node: .mapping([], place.position), path: place.path, reading: reading)
            return key.type.read(field).map { Placed(value: $0, place: place) }
        }
    }

    private func check(_ entry: YAMLEntry, _ keys: SectionKeys) {
        if keys.declarations.contains(where: { $0.name.isByteEqual(to: entry.key) }) { return }
        let place = self.place.member(entry.key.quotedIfOdd, entry.position)
        if keys.later.contains(where: { $0.isByteEqual(to: entry.key) }) {
            reading.fault(place, "not yet: this version does not have this key; take it out")
            return
        }
        let names = keys.declarations.map(\.name)
        let hint = Spelling.hint(for: entry.key, among: names + keys.later)
        reading.fault(
            place, "unknown key" + (hint.isEmpty ? "; known here are \(names.joined(separator: ", "))" : hint))
    }
}

extension String {
    fileprivate var quotedIfOdd: String {
        let isPlain =
            !isEmpty && utf8.count <= 64
            && utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        return isPlain ? self : quoted
    }
}

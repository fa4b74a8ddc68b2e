import Text
import YAML

extension ValueType {
    /// A list without duplicates: two items with one identity are a fault. Items with faults are left out.
    /// With `whyNotEmpty`, so is a list of nothing.
    static func list<Item: Sendable>(
        of item: ValueType<Item>, identity: @escaping @Sendable (Item) -> String, atMost limit: Int = 1_000,
        whyNotEmpty: String? = nil
    ) -> ValueType where Value == [Placed<Item>] {
        ValueType(
            words: "a list", range: "up to \(limit)", isSecret: item.isSecret, isList: true, members: item.members
        ) { field in
            guard case .sequence(let nodes, _) = field.node else {
                field.fault("must be a list, in [ ] or with a line \"- \" for each")
                return nil
            }
            if let whyNotEmpty, nodes.isEmpty { field.fault("is empty; " + whyNotEmpty) }
            guard nodes.count <= limit else {
                field.fault("has \(nodes.count) items; \(limit) is the most")
                return nil
            }
            let items = nodes.enumerated().compactMap { index, node in
                let inner = field.item(index, node)
                return item.read(inner).map { Placed(value: $0, place: inner.place) }
            }
            return distinct(items, identity, field.reading)
        }
    }

    private static func distinct<Item>(
        _ items: [Placed<Item>], _ identity: (Item) -> String, _ reading: Reading
    ) -> [Placed<Item>] {
        var seen: [[UInt8]: Place] = [:]
        return items.filter { item in
            let name = identity(item.value)
            guard let first = seen[Array(name.utf8)] else {
                seen[Array(name.utf8)] = item.place
                return true
            }
            reading.fault(item.place, "\(name.quoted) stands twice, first at \(first.path)")
            return false
        }
    }
}

/// The members of a JSON object, in their order. Names are compared byte for byte.
package struct JSONObject: Sendable {
    /// The members in order; no name stands twice.
    package private(set) var members: [(name: String, value: JSONValue)]

    /// An object of these members; of members with one name the last counts.
    package init(_ members: [(String, JSONValue)] = []) {
        self.members = []
        self.members.reserveCapacity(members.count)
        for (name, value) in members { self[name] = value }
    }

    /// Takes members whose names are known to differ.
    init(distinct members: [(name: String, value: JSONValue)]) {
        self.members = members
    }

    /// A member's value; setting nil removes it.
    package subscript(name: String) -> JSONValue? {
        get { members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
        set {
            let index = members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Equatable {
    /// Whether both have the same members, in any order.
    package static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.members.count == b.members.count && a.members.allSatisfy { b[$0.name] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

/// One JSON value. Strings are equal only byte for byte: canonically equivalent texts are different values.
package indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue: Equatable {
    /// Whether two values are the same: members in any order, strings byte for byte, integers apart from reals.
    package static func == (a: JSONValue, b: JSONValue) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a == b
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }
}

extension JSONValue {
    /// The text of a string; nil for anything else.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number of an integer; nil for anything else, reals included.
    package var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The truth of a boolean; nil for anything else.
    package var bool: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    /// The items of an array; nil for anything else.
    package var array: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// The members of an object; nil for anything else.
    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// A member of an object; nil if this is no object or has no such member.
    package subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
    package init(nilLiteral: ()) { self = .null }
}

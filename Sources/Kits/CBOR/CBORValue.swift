/// One CBOR data item, as far as WebAuthn and CTAP2 use them: definite lengths, no tags.
package enum CBORValue: Sendable, Hashable {
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(CBORText)
    case array([CBORValue])
    case map(CBORMap)
    case bool(Bool)
    case null
    case undefined
    case float(CBORFloat)
}

extension CBORValue {
    /// The integer, if it fits; nil for anything else.
    package var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The bytes of a byte string.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// The text of a text string.
    package var text: String? {
        if case .text(let text) = self { text.string } else { nil }
    }

    /// The items of an array.
    package var array: [CBORValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// The entries of a map.
    package var map: CBORMap? {
        if case .map(let map) = self { map } else { nil }
    }

    /// An integer of either sign.
    package static func integer(_ value: Int64) -> CBORValue {
        value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
    }
}

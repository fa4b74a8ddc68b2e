/// Why bytes are not one strict JSON value.
package enum JSONError: Error, Sendable, Equatable {
    /// More bytes than allowed.
    case tooLarge
    /// Nested deeper than allowed.
    case tooDeep
    /// Not JSON as RFC 8259 has it, or an object with one name twice. The position is a byte offset.
    case malformed(reason: String, offset: Int)
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge: "too large"
        case .tooDeep: "nested too deep"
        case .malformed(let reason, let offset): "\(reason) at byte \(offset)"
        }
    }
}

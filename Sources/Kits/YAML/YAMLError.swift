/// Why bytes are not one plain YAML document, and where.
package struct YAMLError: Error, Sendable, Hashable {
    /// What is wrong and what to do.
    package let reason: String
    /// Where.
    package let position: YAMLPosition
}

extension YAMLError: CustomStringConvertible {
    /// `line:column: reason`
    package var description: String { "\(position): \(reason)" }
}

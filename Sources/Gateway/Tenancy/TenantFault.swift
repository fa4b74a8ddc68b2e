package import YAML

/// Something wrong, or worth a look, in a tenant's file.
package struct TenantFault: Sendable, Equatable {
    /// The file, as it was named.
    package let file: String
    /// Where in it; nil if it could not be read.
    package let position: YAMLPosition?
    /// The key, such as `relying_party.origins[1]`; empty if it is about the whole file.
    package let path: String
    /// What is wrong; what to write.
    package let message: String
    /// Whether the tenant is served nevertheless.
    package let isWarning: Bool
}

extension TenantFault: CustomStringConvertible {
    /// `tenants/acme.yaml:12:5: relying_party.origins[1]: what is wrong; what to write`
    package var description: String {
        let place = position.map { "\(file):\($0)" } ?? file
        return [place, isWarning ? "warning" : "", path, message].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

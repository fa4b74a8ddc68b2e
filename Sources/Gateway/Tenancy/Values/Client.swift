/// A service or an app that talks to the gateway in its own name.
package struct Client: Sendable {
    /// Unique in the tenant; visible ASCII.
    package let id: String
    /// Shown to people.
    package let name: String
    /// Whether it can keep a secret (RFC 6749 §2.1); else it is a public client.
    package let isConfidential: Bool
    /// The SHA-256 of its secret; nil for public clients.
    package let secretHash: [UInt8]?
    /// What it may introspect.
    package let introspect: IntrospectPolicy
    /// Web origins that prove this client when a ceremony names it.
    package let origins: [String]
    /// Ids of the tenant's apps that are this client: an Apple app id or an Android package.
    package let apps: [String]
}

/// What a client may introspect.
package struct IntrospectPolicy: Sendable, Equatable {
    /// Session tokens of the tenant; it may revoke them, too.
    package let sessions: Bool
    /// Access tokens for these audiences.
    package let audiences: [String]
}

/// What an Apple app may do with the domain (Apple, "Supporting associated domains").
package enum AppleService: String, Sendable, CaseIterable {
    /// Passkeys and passwords of the domain; also https callbacks of web authentication sessions.
    case webcredentials
    /// Links of the domain open the app.
    case applinks
    case appclips
}

/// An Apple app that belongs to a tenant.
package struct AppleApp: Sendable, Equatable {
    /// Team ID, dot, bundle ID.
    package let id: String
    /// In the order of the tenant file.
    package let services: [AppleService]
    /// Path patterns of `applinks`; none means every path.
    package let paths: [String]

    /// Takes checked values.
    package init(id: String, services: [AppleService], paths: [String] = []) {
        self.id = id
        self.services = services
        self.paths = paths
    }
}

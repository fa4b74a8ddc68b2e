package import AssociationFiles
import Text

/// One tenant: everything its file says, checked. Only a file without faults becomes one.
///
/// A reference, because every request carries it.
package final class Tenant: Sendable {
    /// The name of its file.
    package let id: TenantID
    /// Shown to people.
    package let name: String
    /// The tenant's own origin.
    package let issuer: Origin
    /// Every host it answers on, as host or `host:port` in lower case; the issuer's is the first.
    package let hosts: [String]
    /// An absolute URL for `og:image`; nil for the built-in one.
    package let logo: String?
    /// Whether `/demo` and its calls are there.
    package let demo: Bool
    /// How its passkeys are made and judged.
    package let relyingParty: RelyingParty
    /// The apps that belong to it.
    package let apps: Apps
    /// The text of Apple's developer domain association.
    package let domainAssociation: [UInt8]?
    /// Who may create an account.
    package let signUp: SignUpPolicy
    /// How often somebody may try.
    package let limits: Limits
    /// How long sessions live.
    package let sessions: SessionRules
    /// Services and apps.
    package let clients: [Client]
    private let clientIndex: [String: Int]

    init(
        id: TenantID, name: String, issuer: Origin, hosts: [String], logo: String?, demo: Bool,
        relyingParty: RelyingParty, apps: Apps, domainAssociation: [UInt8]?, signUp: SignUpPolicy, limits: Limits,
        sessions: SessionRules, clients: [Client]
    ) {
        self.id = id
        self.name = name
        self.issuer = issuer
        self.hosts = hosts
        self.logo = logo
        self.demo = demo
        self.relyingParty = relyingParty
        self.apps = apps
        self.domainAssociation = domainAssociation
        self.signUp = signUp
        self.limits = limits
        self.sessions = sessions
        self.clients = clients
        clientIndex = Dictionary(clients.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    }

    /// The client of an id; ids are compared byte for byte, which the look-up alone does not.
    package func client(_ id: String) -> Client? {
        clientIndex[id].map { clients[$0] }.flatMap { $0.id.isByteEqual(to: id) ? $0 : nil }
    }
}

/// A tenant's apps.
package struct Apps: Sendable, Equatable {
    /// In the order of the file.
    package let apple: [AppleApp]
    /// In the order of the file.
    package let android: [AndroidApp]
}

/// Who may create an account.
package enum SignUpPolicy: String, Sendable, CaseIterable {
    case open, closed
}

/// What the database remembers of a tenant from its first load on: a change would orphan passkeys or hand its accounts
/// to somebody else, so it is refused until an operator accepts it.
package struct TenantBinding: Sendable, Equatable {
    /// The issuer as text.
    package let issuer: String
    /// The RP ID its passkeys are made for.
    package let rpID: String
    /// The hosts it answers on, the issuer's among them; lower case.
    package let hosts: [String]

    /// Makes a binding from its parts.
    package init(issuer: String, rpID: String, hosts: [String]) {
        self.issuer = issuer
        self.rpID = rpID
        self.hosts = hosts
    }
}

/// What came of binding a tenant.
package enum BindOutcome: Sendable, Equatable {
    /// Remembered now.
    case bound
    /// Remembered before, and the same.
    case unchanged
    /// Nothing was written; every difference is named.
    case conflict([BindingConflict])
}

/// One way in which a tenant differs from what the database remembers.
package enum BindingConflict: Sendable, Equatable {
    /// It was bound with this issuer.
    case issuer(bound: String)
    /// It was bound with this RP ID.
    case rpID(bound: String)
    /// It was bound with these hosts.
    case hosts(bound: [String])
    /// The host belongs to another tenant, which keeps it.
    case hostTaken(host: String, by: String)
    /// The issuer belongs to another tenant, which keeps it.
    case issuerTaken(by: String)
}

import Text

/// All tenants that are served, found by id or by host. A value: a reload makes a new one and swaps it in.
package struct TenantDirectory: Sendable {
    private struct Entry: Sendable {
        let tenant: Tenant
        let isIssuer: Bool
    }

    /// By id.
    package let tenants: [TenantID: Tenant]
    /// By everything a client may send as `Host`, in lower case.
    private let hosts: [String: Entry]

    /// Takes tenants of which no two claim one host (`TenantConflicts` finds those that do).
    package init(_ tenants: some Sequence<Tenant>) {
        var hosts: [String: Entry] = [:]
        var byID: [TenantID: Tenant] = [:]
        for tenant in tenants {
            byID[tenant.id] = tenant
            for (index, host) in tenant.hosts.enumerated() {
                for spelling in Self.spellings(host, of: tenant) where hosts[spelling] == nil {
                    hosts[spelling] = Entry(tenant: tenant, isIssuer: index == 0)
                }
            }
        }
        self.tenants = byID
        self.hosts = hosts
    }

    /// The tenant that answers on a `Host` value, and whether the host is its issuer's; nil if there is none.
    ///
    /// There is no default tenant. Trailing dots, user information and foreign ports find nothing.
    package func tenant(host: String) -> (tenant: Tenant, isIssuer: Bool)? {
        guard host.utf8.count <= 261, host.utf8.allSatisfy(ASCII.isGraphic) else { return nil }
        return hosts[ASCII.lowercased(host)].map { ($0.tenant, $0.isIssuer) }
    }

    /// The directory without one tenant.
    package func without(_ id: TenantID) -> TenantDirectory {
        TenantDirectory(tenants.values.filter { $0.id != id })
    }

    /// How clients may write a host: the default port may stand there, and a host listed without a port also answers
    /// on the issuer's.
    static func spellings(_ host: String, of tenant: Tenant) -> [String] {
        guard Origin.split(Substring(host))?.port == nil else { return [host] }
        let standard = tenant.issuer.isHTTPS ? 443 : 80
        let isIssuer = host.isByteEqual(to: tenant.issuer.authority)
        return [host, "\(host):\(standard)"] + (isIssuer ? [] : ["\(host):\(tenant.issuer.port)"])
    }
}

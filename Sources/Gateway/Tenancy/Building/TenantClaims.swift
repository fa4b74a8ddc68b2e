/// What a tenant claims for itself, with places: hosts, the RP ID, and every name that somebody else's RP ID must not
/// reach.
struct TenantClaims: Sendable {
    /// The issuer's authority first.
    let hosts: [Placed<String>]
    let rpID: Placed<HostName>
    /// The names of the issuer, of hosts and of origins.
    let names: [Placed<HostName>]

    init(issuer: Placed<Origin>, hosts: [Placed<String>], _ fields: RelyingPartyFields) {
        let authority = issuer.value.authority
        self.hosts = [Placed(value: authority, place: issuer.place)] + hosts.filter { $0.value != authority }
        rpID = fields.id ?? Placed(value: issuer.value.hostName, place: issuer.place)
        let hostNames = hosts.compactMap { host in
            Origin.split(Substring(host.value)).flatMap { HostName($0.host) }.map {
                Placed(value: $0, place: host.place)
            }
        }
        let origins = ([issuer] + fields.origins + fields.relatedOrigins).map {
            Placed(value: $0.value.hostName, place: $0.place)
        }
        names = origins + hostNames
    }
}

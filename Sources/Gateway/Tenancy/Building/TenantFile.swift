import YAML

/// Decoding of one tenant file: bytes in, a checked tenant or faults out.
enum TenantFile {
    /// A tenant and where in its file it claims what no other tenant may claim.
    struct Decoded: Sendable {
        let tenant: Tenant
        let file: String
        let claims: TenantClaims
    }

    /// - Returns: every fault and warning of the file, in the order of its lines; no tenant if there is a fault.
    static func decode(
        _ bytes: [UInt8], id: TenantID, file: String, resources: TenantResources
    ) -> (decoded: Decoded?, faults: [TenantFault]) {
        let reading = Reading(file: file, resources: resources)
        let built = root(bytes, reading).flatMap { build($0, id: id) }
        let faults = reading.faults.enumerated().sorted {
            let (a, b) = ($0.element.position ?? .start, $1.element.position ?? .start)
            return a == b ? $0.offset < $1.offset : a < b
        }
        return (reading.hasFaults ? nil : built, faults.map(\.element))
    }

    private static func root(_ bytes: [UInt8], _ reading: Reading) -> Section? {
        do throws(YAMLError) {
            let node = try YAMLReader.parse(bytes)
            let field = Field(node: node, path: "", reading: reading)
            if node.isNull {
                field.fault("the file is empty; a tenant has at least a name and an issuer")
                return nil
            }
            return Section(field, TenantKeys.all)
        } catch {
            reading.fault(Place(path: "", position: error.position), error.reason)
            return nil
        }
    }

    private static func build(_ root: Section, id: TenantID) -> Decoded? {
        typealias Keys = TenantKeys
        let name = root(Keys.name)
        let issuer = root(Keys.issuer)
        let hosts = root(Keys.hosts)
        let logo = root(Keys.logo)
        let demo = root(Keys.demo)
        let fields = root(Keys.relyingParty)
        let apps = root(Keys.apps)
        let association = root(Keys.domainAssociation)
        let signUp = root(Keys.signUp)
        let limits = root(Keys.signIn)
        let sessions = root(Keys.sessions)
        let clients = root(Keys.clients)
        guard let name, let issuer, let hosts, let demo, let fields, let apps, let signUp, let limits, let sessions,
            let clients
        else { return nil }
        let claims = TenantClaims(issuer: issuer, hosts: hosts.value, fields.value)
        guard
            let party = RelyingPartyBuilder(fields: fields.value, issuer: issuer, tenantName: name.value)
                .build(apps: apps, hosts: claims.hosts.map(\.value), root.reading)
        else { return nil }
        let builtClients = clients.value.map {
            ClientBuilder.build($0.value, party: party, apps: apps.value, root.reading)
        }
        if demo.value && !issuer.value.isLoopbackHTTP {
            root.reading.warn(demo.place, "opens /demo to everybody who reaches \(issuer.value.text)")
        }
        let tenant = Tenant(
            id: id, name: name.value, issuer: issuer.value, hosts: claims.hosts.map(\.value), logo: logo?.value,
            demo: demo.value, relyingParty: party, apps: apps.value, domainAssociation: association?.value.bytes,
            signUp: signUp.value, limits: limits.value, sessions: sessions.value, clients: builtClients)
        return Decoded(tenant: tenant, file: root.reading.file, claims: claims)
    }
}

extension YAMLPosition {
    static let start = YAMLPosition(line: 1, column: 1)
}

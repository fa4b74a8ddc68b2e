import Foundation
import Testing

/// A tenant of the test server, as its callers know it.
struct LabTenant: Sendable, Hashable, CustomTestStringConvertible {
    let id: String
    /// The issuer's origin, and what goes into `Host`; `PORT` stands for the server's port.
    let issuer: String
    let rpID: String
    /// The origin of a page that is not the issuer's.
    let page: String

    var testDescription: String { id }

    /// What goes into `Host`.
    var host: String { String(issuer.drop { $0 != "/" }.dropFirst(2)) }

    /// The client of the tenant that may introspect. Its id is the same everywhere, its secret is not.
    var serviceSecret: String { "\(id)-service-secret-0123456789-0123456789" }

    /// A client that may not.
    var blindSecret: String { "\(id)-blind-secret-0123456789-0123456789" }

    func on(port: UInt16) -> LabTenant {
        LabTenant(
            id: id, issuer: issuer.replacing("PORT", with: "\(port)"), rpID: rpID,
            page: page.replacing("PORT", with: "\(port)"))
    }

    /// A shop on https with everything: a second host, a related origin, apps, clients.
    static let acme = LabTenant(
        id: "acme", issuer: "https://id.acme.example", rpID: "acme.example", page: "https://www.acme.example")
    /// A demo tenant on http loopback.
    static let bolt = LabTenant(
        id: "bolt", issuer: "http://bolt.localhost:PORT", rpID: "bolt.localhost",
        page: "http://bolt.localhost:PORT")
    /// Strict in all that can be.
    static let bank = LabTenant(
        id: "bank", issuer: "https://bank.example", rpID: "bank.example", page: "https://bank.example")
    /// Only attested authenticators.
    static let vault = LabTenant(
        id: "vault", issuer: "https://vault.example", rpID: "vault.example", page: "https://vault.example")
    /// Takes no new accounts.
    static let club = LabTenant(
        id: "club", issuer: "https://club.example", rpID: "club.example", page: "https://club.example")
    /// Lets an address try three times a minute.
    static let slow = LabTenant(
        id: "slow", issuer: "https://slow.example", rpID: "slow.example", page: "https://slow.example")

    static let all = [acme, bolt, bank, vault, club, slow]
}

/// The tenants' files.
enum LabFiles {
    /// The signing certificate of acme's app.
    static let fingerprint =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"

    /// The settings of each tenant beside name, issuer, RP ID and its two services.
    private static let particulars = [
        "acme": """
        hosts: [acme.example]
        apps:
          apple: [{id: ABCDE12345.com.acme.shop}]
          android: [{package: com.acme.shop, fingerprints: ["\(fingerprint)"]}]
        """,
        "bolt": "demo: true",
        "bank": "sessions: {idle: 30m, absolute: 1h, recent: 5m}",
        "vault": "", "club": "sign_up: closed", "slow": "",
    ]

    private static let parties = [
        "acme": "origins: [https://www.acme.example]\n  related_origins: [https://acme.co.uk]",
        "bank": """
        user_verification: required
          require_user_handle: true
          counter: reject
          algorithms: [ES256]
          timeout: 2m
          related_origins: [https://bank.co.uk]
          related_registration: true
        """,
        "vault": """
        attestation:
            conveyance: direct
            require: true
            formats: [none, packed, fido-u2f]
            roots: [{file: ca.pem}]
            aaguids: {deny: [aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa]}
        """,
    ]

    private static let clients = [
        "acme": """
          - {id: acme-web, name: Web, kind: public, origins: [https://www.acme.example]}
          - {id: acme-android, name: Android, kind: public, apps: [com.acme.shop]}
          - {id: acme-plain, name: Plain, kind: public}
          - {id: \(longClientID), name: Long, kind: public, origins: [https://www.acme.example]}
        """
    ]

    /// As long as a client id may be.
    static let longClientID = "acme-" + String(repeating: "x", count: 250)

    /// The file of a tenant.
    static func yaml(_ tenant: LabTenant) -> String {
        """
        name: \(tenant.id.capitalized) Test
        issuer: \(tenant.issuer)
        relying_party:
          id: \(tenant.rpID)
          \(parties[tenant.id] ?? "name: \(tenant.id)")
        \(particulars[tenant.id] ?? "")
        sign_in: {limits: {per_address: \(tenant.id == "slow" ? "3/1m" : "100000/1s")}}
        clients:
          - {id: service, name: Service, kind: confidential, secret: {env: SERVICE_\(tenant.id)}, introspect: true}
          - {id: blind, name: Blind, kind: confidential, secret: {env: BLIND_\(tenant.id)}}
        \(clients[tenant.id] ?? "")
        """
    }

    /// Where the files' secrets are.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        for tenant in LabTenant.all {
            variables["SERVICE_\(tenant.id)"] = tenant.serviceSecret
            variables["BLIND_\(tenant.id)"] = tenant.blindSecret
        }
        return variables
    }
}

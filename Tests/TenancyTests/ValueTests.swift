import AssociationFiles
import Crypto
import Testing
import WebAuthn

@testable import Tenancy

@Suite("What a tenant file says")
struct ValueTests {
    private static let fingerprint = String(repeating: "aB", count: 32)

    @Test func `origins: the implied, the explicit, the related, the apps'`() throws {
        let (tenant, faults) = TenantText.decode(
            """
            name: Acme
            issuer: https://id.acme.example
            hosts: [acme.example, id.acme.example]
            relying_party:
              id: acme.example
              origins: [https://www.acme.example, https://acme.example, "https://acme.example:8443"]
              related_origins: [https://acme.co.uk]
            apps:
              android:
                - {package: com.acme.shop, fingerprints: [\(Self.fingerprint)]}
            """)
        #expect(faults == [])
        let party = try #require(tenant).relyingParty
        let own = [
            "https://acme.example", "https://id.acme.example", "https://www.acme.example", "https://acme.example:8443",
        ]
        #expect(party.registrationOrigins == own)
        #expect(party.webOrigins == own + ["https://acme.co.uk"])
        #expect(party.relatedOrigins == ["https://acme.co.uk"])
        #expect(party.appOrigins == ["https://acme.example"] + tenant!.apps.android.flatMap(\.origins))
        #expect(tenant?.hosts == ["id.acme.example", "acme.example"])
    }

    @Test func `related origins register only if the file says so`() throws {
        let text =
            TenantText.acme
            + "\n  related_origins: [https://acme.co.uk]\n  related_registration: true\nhosts: [acme.example]"
        let party = try #require(TenantText.decode(text).tenant).relyingParty
        #expect(party.registrationOrigins.contains("https://acme.co.uk"))
    }

    @Test func `an issuer outside the RP ID is a related origin, or a fault`() {
        let outside =
            "name: A\nissuer: https://id.login.example\nhosts: [acme.example]\nrelying_party:\n  id: acme.example\n"
        let related = TenantText.decode(outside + "  related_origins: [https://id.login.example]")
        #expect(related.faults == [])
        #expect(related.tenant?.relyingParty.registrationOrigins == ["https://acme.example"])
        #expect(
            TenantText.decode(outside).faults.map(\.description) == [
                "tenants/acme.yaml:5:7: relying_party.id: the issuer \"https://id.login.example\" is not under the RP ID "
                    + "\"acme.example\"; write it in related_origins, too"
            ])
    }

    @Test(arguments: [
        ("http://localhost:8080", "localhost"), ("http://acme.localhost:8080", "acme.localhost"),
        ("http://localhost", "localhost"), ("https://localhost", "localhost"),
    ])
    func `loopback names work over http`(issuer: String, id: String) {
        let (tenant, faults) = TenantText.decode("name: A\nissuer: \(issuer)")
        #expect(faults == [])
        #expect(tenant?.relyingParty.id == id)
        #expect(tenant?.relyingParty.webOrigins.contains(issuer) == true)
    }

    @Test func `clients`() throws {
        let (tenant, faults) = TenantText.decode(
            TenantText.acme + """

                apps:
                  apple: [{id: ABCDE12345.com.acme}]
                hosts: [acme.example]
                clients:
                  - {id: a, kind: confidential, secret: {env: A_SECRET}, introspect: true}
                  - {id: b, name: B, kind: confidential, secret: {file: b.secret}, introspect: {sessions: true, audiences: [x]}}
                  - {id: c, kind: confidential, secret_hash: \(String(repeating: "0A", count: 32))}
                  - {id: d, kind: public, origins: [https://acme.example], apps: [ABCDE12345.com.acme]}
                """,
            variables: ["A_SECRET": TenantText.secret], files: ["b.secret": TenantText.file(TenantText.secret + "\n")])
        #expect(faults == [])
        let acme = try #require(tenant)
        let hash = Digest.sha256(Array(TenantText.secret.utf8))
        #expect(acme.clients.map(\.secretHash) == [hash, hash, Array(repeating: 10, count: 32), nil])
        #expect(acme.clients.map(\.name) == ["a", "B", "c", "d"])
        #expect(acme.clients.map(\.isConfidential) == [true, true, true, false])
        #expect(acme.clients.map(\.introspect.sessions) == [true, true, false, false])
        #expect(acme.clients[1].introspect.audiences == ["x"])
        #expect(acme.client("d")?.origins == ["https://acme.example"] && acme.client("d")?.apps.count == 1)
        #expect(acme.client("e") == nil)
    }

    @Test func `client ids are found by their bytes`() {
        let text = TenantText.acme + "\nclients: [{id: K, kind: public}]"
        let tenant = TenantText.decode(text).tenant
        #expect(tenant?.client("K") != nil)
        // The Kelvin sign is canonically equivalent to K.
        #expect(tenant?.client("\u{212A}") == nil)
    }

    @Test func `the relying party's choices`() throws {
        let (tenant, faults) = TenantText.decode(
            """
            name: A
            issuer: https://a.example
            relying_party:
              name: Other
              user_verification: required
              resident_key: discouraged
              algorithms: [EdDSA, ES256]
              timeout: 90s
              require_user_handle: true
              counter: warn
              attestation:
                conveyance: direct
                require: true
                formats: [packed, android-safetynet]
                aaguids: {deny: [dd4ec289-e01d-41c9-bb89-70fa845d4bf2]}
            sign_up: closed
            sign_in: {limits: {per_address: 3/1h}}
            logo: https://cdn.example/x/y.png?v=1
            """)
        #expect(faults == [])
        let party = try #require(tenant).relyingParty
        #expect(party.name == "Other" && party.userVerification == .required && party.residentKey == .discouraged)
        #expect(party.algorithms == [.edDSA, .es256] && party.timeout == 90 && party.requireUserHandle)
        #expect(party.counter == .warn && party.attestation.require && party.attestation.conveyance == .direct)
        #expect(party.attestation.formats == [.packed, .androidSafetyNet])
        #expect(
            party.attestation.deniedModels == [AAGUID.managedApple].compactMap { $0 }.reduce(into: []) { $0.insert($1) }
        )
        #expect(tenant?.signUp == .closed && tenant?.limits.perAddress == Rate(count: 3, seconds: 3_600))
        #expect(tenant?.logo == "https://cdn.example/x/y.png?v=1")
    }

    @Test func `what is published is the file's bytes`() {
        let files = ["d.txt": TenantText.file("MIIQ\n")]
        let (tenant, faults) = TenantText.decode(TenantText.acme + "\ndomain_association: {file: d.txt}", files: files)
        #expect(faults == [] && tenant?.domainAssociation == Array("MIIQ\n".utf8))
    }
}

import AssociationFiles
import Testing
import WebAuthn

@testable import Tenancy

@Suite("What holds when keys are left out")
struct DefaultTests {
    private static let minimal = "name: Acme\nissuer: https://id.acme.example"

    @Test func `a name and an issuer make a tenant`() throws {
        let (tenant, faults) = TenantText.decode(Self.minimal)
        #expect(faults == [])
        let acme = try #require(tenant)
        #expect(acme.id.text == "acme")
        #expect(acme.hosts == ["id.acme.example"])
        #expect(acme.logo == nil && acme.domainAssociation == nil && !acme.demo && acme.clients.isEmpty)
        #expect(acme.signUp == .open)
        #expect(
            acme.limits == Limits(perAccount: Rate(count: 10, seconds: 900), perAddress: Rate(count: 60, seconds: 60)))
        #expect(acme.sessions == SessionRules(idle: 30 * 86_400, absolute: 90 * 86_400, recent: 600))
        #expect(acme.apps == Apps(apple: [], android: []))
    }

    @Test func `the relying party is the issuer's host`() throws {
        let party = try #require(TenantText.decode(Self.minimal).tenant).relyingParty
        #expect(party.id == "id.acme.example" && party.name == "Acme")
        #expect(party.webOrigins == ["https://id.acme.example"])
        #expect(party.registrationOrigins == party.webOrigins && party.appOrigins == party.webOrigins)
        #expect(party.relatedOrigins.isEmpty)
        #expect(party.userVerification == .preferred && party.residentKey == .required)
        #expect(party.algorithms == [.es256, .edDSA, .rs256])
        #expect(party.timeout == 300 && !party.requireUserHandle && party.counter == .auto)
        #expect(party.attestation.conveyance == .none && !party.attestation.require)
        #expect(party.attestation.formats == AttestationFormat.usual)
        #expect(party.attestation.roots.isEmpty && party.attestation.metadata == nil)
    }

    @Test(arguments: [
        "relying_party:", "apps:", "sign_in:", "sign_in: {limits: }", "sessions:", "clients:", "hosts:", "clients: []",
        "apps: {apple: , android: }", "relying_party: {origins: }", "relying_party: {}",
    ])
    func `a section or list whose content is commented out is one left out`(line: String) {
        #expect(TenantText.decode(Self.minimal + "\n" + line).faults == [])
    }

    @Test func `a shorter absolute life shortens the default of the others`() throws {
        let (tenant, faults) = TenantText.decode(Self.minimal + "\nsessions: {absolute: 1h}")
        #expect(faults == [])
        #expect(tenant?.sessions == SessionRules(idle: 3_600, absolute: 3_600, recent: 600))
    }
}

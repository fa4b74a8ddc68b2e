import Crypto
import Foundation
import JSON
import TestSupport
import Testing
import Text
import WebAuthn

@testable import Tenancy

@Suite("Files that an attestation policy names")
struct AttestationFileTests {
    private static let authority = Result { try SoftwareAttestationAuthority() }
    private static let now = Date(timeIntervalSince1970: 1_770_000_000)

    private func decode(
        _ attestation: String, _ files: [String: String], now: Date = now
    ) throws -> (tenant: Tenant?, faults: [String]) {
        let result = TenantText.decode(
            TenantText.acme + "\n  attestation: " + attestation, files: files.mapValues { TenantText.file($0) },
            metadataRoots: [try Self.authority.get().root.certificate], now: now)
        return (result.tenant, result.faults.map { String($0.description.dropFirst("tenants/acme.yaml:".count)) })
    }

    private func pem(_ certificate: Certificate) -> String {
        "-----BEGIN CERTIFICATE-----\n\(Base64.encode(certificate.der))\n-----END CERTIFICATE-----\n"
    }

    /// A FIDO metadata file; `service` stands in the signer's certificate.
    private func metadata(service: String = "mds.fidoalliance.org", nextUpdate: String = "2030-01-01") throws -> String
    {
        let key = try PrivateKey.generate(.ec(.p256))
        let template = CertificateTemplate(
            subject: [.commonName(service)],
            extensions: [.basicConstraints(isCA: false), .subjectAlternativeName(dns: [service])])
        let chain = try Self.authority.get().chain(template, for: key.publicKey)
        let header: JSONValue = ["alg": "ES256", "x5c": .array(chain.map { .string(Base64.encode($0)) })]
        let payload: JSONValue = ["no": 1, "nextUpdate": .string(nextUpdate), "entries": []]
        let input = [header, payload].map { Base64URL.encode($0.serialized()) }.joined(separator: ".")
        let signature = try key.sign(Array(input.utf8), algorithm: .es256, form: .raw)
        return input + "." + Base64URL.encode(signature)
    }

    @Test func `certificates of every file are roots`() throws {
        let root = try Self.authority.get().root.certificate
        let result = try decode(
            "{conveyance: direct, roots: [{file: a.pem}, {file: b.pem}]}", ["a.pem": pem(root), "b.pem": pem(root)])
        // Both names lead to the same test file.
        #expect(
            result.faults == [
                "5:60: relying_party.attestation.roots[1]: \"x\" stands twice, first at relying_party.attestation.roots[0]"
            ])
        let one = try decode("{conveyance: direct, roots: [{file: a.pem}]}", ["a.pem": pem(root) + pem(root)])
        #expect(one.faults == [])
        #expect(one.tenant?.relyingParty.attestation.roots == [root, root])
    }

    @Test(arguments: ["", "no certificate", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
    func `anything but certificates is a fault`(text: String) throws {
        #expect(
            try decode("{roots: [{file: a.pem}]}", ["a.pem": text]).faults == [
                "5:25: relying_party.attestation.roots[0]: the file \"x\" is no PEM file of certificates"
            ])
    }

    @Test func `a root that has expired is worth a word`() throws {
        let root = try Self.authority.get().root.certificate
        let result = try decode(
            "{roots: [{file: a.pem}]}", ["a.pem": pem(root)], now: root.notAfter.addingTimeInterval(1))
        #expect(
            result.faults == ["5:25: warning: relying_party.attestation.roots[0]: a certificate in \"x\" has expired"])
        #expect(result.tenant != nil)
    }

    @Test func `a metadata file of the service is used`() throws {
        let result = try decode("{metadata: {file: m}}", ["m": metadata()])
        #expect(result.faults == [])
        #expect(result.tenant?.relyingParty.attestation.metadata?.number == 1)
    }

    @Test func `a metadata file past its day is used, with a word`() throws {
        let result = try decode("{metadata: {file: m}}", ["m": metadata(nextUpdate: "2020-01-01")])
        #expect(
            result.faults == [
                "5:27: warning: relying_party.attestation.metadata: a newer metadata file has been due for some time; fetch it"
            ])
        #expect(result.tenant?.relyingParty.attestation.metadata != nil)
    }

    @Test func `a metadata file of anybody else is a fault`() throws {
        for text in [try metadata(service: "evil.example"), "x", ""] {
            let result = try decode("{metadata: {file: m}}", ["m": text])
            #expect(result.tenant == nil && result.faults.count == 1)
            #expect(result.faults.first?.contains("the file \"x\" is not used: ") == true)
        }
    }
}

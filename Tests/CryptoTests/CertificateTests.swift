import Crypto
import FoundationEssentials
import TestSupport
import Testing

struct CertificateTests {
    private static let vendor: [NameAttribute] = [
        NameAttribute(oid: "2.23.133.2.1", value: "id:FFFFF1D0"), NameAttribute(oid: "2.23.133.2.2", value: "TPM"),
    ]
    private let template = CertificateTemplate(
        subject: [.country("DE"), .organization("Müller & Söhne"), .commonName("leaf")],
        extensions: [
            .basicConstraints(isCA: false),
            .extendedKeyUsage(["2.23.133.8.3", "1.3.6.1.5.5.7.3.1"]),
            .subjectAlternativeName(dns: ["attest.android.com"], directoryNames: [vendor], isCritical: true),
            CertificateExtension(oid: "1.3.6.1.4.1.45724.1.1.4", isCritical: false, value: DER.octetString([1, 2, 3])),
        ],
        notBefore: Date(timeIntervalSince1970: 1_700_000_000), notAfter: Date(timeIntervalSince1970: 253_402_300_799)
    ).with { $0.serial = [0xFE, 0x01] }

    private func made(_ change: (inout CertificateTemplate) -> Void = { _ in }) throws -> [UInt8] {
        let root = try TestCertificateAuthority.selfSigned(.authority("Root"))
        return try root.issueDER(template.with(change), for: root.key.publicKey)
    }

    @Test("A certificate says what it was made with")
    func fields() throws {
        let root = try TestCertificateAuthority.selfSigned(.authority("Root"))
        let key = try PrivateKey.generate(.ec(.p384)).publicKey
        let certificate = try root.issue(template, for: key)
        #expect(certificate.version == 3)
        #expect(certificate.serial == [0xFE, 0x01])
        #expect(certificate.subject == template.subject)
        #expect(certificate.issuer == [.commonName("Root")])
        #expect(certificate.subjectDER == TestCertificateAuthority.encoded(template.subject))
        #expect(certificate.issuerDER == root.certificate.subjectDER)
        #expect(certificate.notBefore == template.notBefore)
        #expect(certificate.notAfter == template.notAfter)
        #expect(certificate.isCA == false)
        #expect(root.certificate.isCA == true)
        #expect(certificate.extendedKeyUsage == ["2.23.133.8.3", "1.3.6.1.5.5.7.3.1"])
        #expect(certificate.subjectAlternativeNames.dns == ["attest.android.com"])
        #expect(certificate.subjectAlternativeNames.directoryNames == [Self.vendor])
        #expect(certificate.extensions == template.extensions)
        #expect(certificate.extension("1.3.6.1.4.1.45724.1.1.4")?.value == DER.octetString([1, 2, 3]))
        #expect(certificate.extension("1.2.3") == nil)
        #expect(certificate.signatureAlgorithm == "1.2.840.10045.4.3.2")
        #expect(try certificate.publicKey == key)
        #expect(try Certificate(der: certificate.der) == certificate)
    }

    @Test("A certificate without extensions has none")
    func bare() throws {
        let certificate = try Certificate(
            der: made {
                $0.version = 1
                $0.extensions = []
                $0.subject = []
            })
        #expect(certificate.version == 1)
        #expect(certificate.isCA == nil)
        #expect(certificate.extendedKeyUsage.isEmpty)
        #expect(certificate.subjectAlternativeNames.dns.isEmpty)
        #expect(certificate.subject.isEmpty)
    }

    @Test("Bytes that are not exactly one certificate are refused")
    func malformed() throws {
        let der = try made()
        #expect(throws: CryptoError.self) { try Certificate(der: der + [0]) }
        #expect(throws: CryptoError.self) { try Certificate(der: der + der) }
        #expect(throws: CryptoError.self) { try Certificate(der: []) }
        for count in stride(from: 0, to: der.count, by: 7) {
            #expect(throws: CryptoError.self) { try Certificate(der: Array(der.prefix(count))) }
        }
    }

    @Test("Malformed and repeated extensions are refused")
    func extensions() throws {
        let broken: [CertificateExtension] = [
            CertificateExtension(oid: "2.5.29.19", isCritical: true, value: [0x30, 0x05]),
            CertificateExtension(oid: "2.5.29.37", isCritical: false, value: DER.null),
            CertificateExtension(oid: "2.5.29.17", isCritical: false, value: DER.octetString([])),
            .subjectAlternativeName(dns: ["attest.android.com\0.evil.example"]),
            .subjectAlternativeName(dns: [""]),
        ]
        for item in broken {
            let der = try made { $0.extensions = [item] }
            #expect(throws: CryptoError.self) { try Certificate(der: der) }
        }
        let twice = try made { $0.extensions += [.basicConstraints(isCA: true)] }
        #expect(throws: CryptoError.self) { try Certificate(der: twice) }
    }

    @Test("PEM holds any number of certificates and nothing else")
    func pem() throws {
        let ders = try [made(), made(), made()]
        let text = ders.map(block).joined(separator: "some comment\n")
        #expect(try Certificate.pem(Array(text.utf8)).map(\.der) == ders)
        let key = try PrivateKey.generate(.ed25519).pem
        #expect(throws: CryptoError.self) { try Certificate.pem(Array(text.utf8) + key.bytes) }
        #expect(throws: CryptoError.self) { try Certificate.pem([]) }
        #expect(throws: CryptoError.self) { try Certificate.pem(Array("no block".utf8)) }
        #expect(throws: CryptoError.self) { try Certificate.pem(Array(text.utf8.dropLast(12))) }
    }

    private func block(_ der: [UInt8]) -> String {
        "-----BEGIN CERTIFICATE-----\n\(Self.base64(der))\n-----END CERTIFICATE-----\n"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let text = Array(Data(bytes).base64EncodedString())
        return stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
            .joined(separator: "\n")
    }
}

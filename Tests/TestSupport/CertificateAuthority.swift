package import Crypto
import FoundationEssentials

/// A certificate with its private key that can sign others. Keys are fresh in every run, dates are the template's.
package struct TestCertificateAuthority: Sendable {
    /// The private key of `certificate`.
    package let key: PrivateKey
    /// The authority's own certificate.
    package let certificate: Certificate

    /// A self-signed certificate.
    package static func selfSigned(
        _ template: CertificateTemplate, kind: KeyKind = .ec(.p256)
    ) throws -> TestCertificateAuthority {
        let key = try PrivateKey.generate(kind)
        let der = try encoded(template, issuer: template.subject, publicKey: key.publicKey, signer: key)
        return TestCertificateAuthority(key: key, certificate: try Certificate(der: der))
    }

    /// A certificate under this one with a fresh key, which can sign further ones.
    package func issue(
        _ template: CertificateTemplate, kind: KeyKind = .ec(.p256)
    ) throws -> TestCertificateAuthority {
        let key = try PrivateKey.generate(kind)
        return TestCertificateAuthority(key: key, certificate: try issue(template, for: key.publicKey))
    }

    /// A certificate under this one for a key that exists.
    package func issue(_ template: CertificateTemplate, for publicKey: PublicKey) throws -> Certificate {
        try Certificate(der: issueDER(template, for: publicKey))
    }

    /// The bytes of such a certificate, for templates that `Certificate` itself refuses.
    package func issueDER(_ template: CertificateTemplate, for publicKey: PublicKey) throws -> [UInt8] {
        try Self.encoded(template, issuer: certificate.subject, publicKey: publicKey, signer: key)
    }

    private static func encoded(
        _ template: CertificateTemplate, issuer: [NameAttribute], publicKey: PublicKey, signer: PrivateKey
    ) throws -> [UInt8] {
        let algorithm = try Signing(signer.publicKey.parts)
        let version = template.version == 1 ? [] : DER.explicit(0, DER.integer(template.version - 1))
        let extensions = template.extensions.map { item in
            DER.sequence(
                DER.oid(item.oid), item.isCritical ? DER.boolean(true) : [], DER.octetString(item.value))
        }
        let certified = DER.sequence(
            version, DER.integer(magnitude: template.serial), algorithm.identifier, encoded(template.issuer ?? issuer),
            DER.sequence(time(template.notBefore), time(template.notAfter)), encoded(template.subject),
            try publicKey.subjectPublicKeyInfo,
            extensions.isEmpty ? [] : DER.explicit(3, DER.sequence(of: extensions)))
        let signature = try signer.sign(certified, algorithm: algorithm.algorithm)
        return DER.sequence(certified, algorithm.identifier, DER.bitString(signature))
    }

    private static func time(_ date: Date) -> [UInt8] {
        let endOf2049 = Date(timeIntervalSince1970: 2_524_608_000)
        return date < endOf2049 ? DER.utcTime(date) : DER.generalizedTime(date)
    }

    /// A distinguished name, one attribute an RDN; the country is a PrintableString, everything else UTF-8.
    package static func encoded(_ name: [NameAttribute]) -> [UInt8] {
        DER.sequence(
            of: name.map { attribute in
                let value = attribute.oid == "2.5.4.6" ? DER.printable(attribute.value) : DER.utf8(attribute.value)
                return DER.set(DER.sequence(DER.oid(attribute.oid), value))
            })
    }
}

/// The usual algorithm of a signer's key.
private struct Signing {
    let algorithm: SignatureAlgorithm
    let identifier: [UInt8]

    init(_ parts: PublicKey.Parts) throws {
        switch parts {
        case .ec(.p384, _, _): self.init(.es384, "1.2.840.10045.4.3.3")
        case .ec(.p521, _, _): self.init(.es512, "1.2.840.10045.4.3.4")
        case .ec(.p256, _, _): self.init(.es256, "1.2.840.10045.4.3.2")
        case .ec(.secp256k1, _, _): self.init(.es256k, "1.2.840.10045.4.3.2")
        case .rsa: self.init(.rs256, "1.2.840.113549.1.1.11", parameters: DER.null)
        case .ed25519: self.init(.ed25519, "1.3.101.112")
        case .ed448: self.init(.ed448, "1.3.101.113")
        }
    }

    private init(_ algorithm: SignatureAlgorithm, _ oid: String, parameters: [UInt8] = []) {
        self.algorithm = algorithm
        identifier = DER.sequence(DER.oid(oid), parameters)
    }
}

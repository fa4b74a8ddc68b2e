internal import COpenSSL
package import FoundationEssentials

/// A parsed X.509 certificate; nothing about it is verified yet.
package struct Certificate: Sendable {
    /// The bytes it was parsed from.
    package let der: [UInt8]
    /// 1, 2 or 3.
    package let version: Int
    /// The serial number's magnitude, big-endian.
    package let serial: [UInt8]
    /// The subject's attributes in order; empty for TPM certificates.
    package let subject: [NameAttribute]
    /// The issuer's attributes in order.
    package let issuer: [NameAttribute]
    /// The subject's encoded name.
    package let subjectDER: [UInt8]
    /// The issuer's encoded name.
    package let issuerDER: [UInt8]
    /// The validity, both ends included.
    package let notBefore: Date, notAfter: Date
    /// All extensions in order, no type twice.
    package let extensions: [CertificateExtension]
    /// `cA` of BasicConstraints; nil without the extension.
    package let isCA: Bool?
    /// The purposes in dotted form; empty without the extension.
    package let extendedKeyUsage: [String]
    /// DNS and directory names; empty without the extension.
    package let subjectAlternativeNames: SubjectAlternativeNames
    /// The signature's algorithm in dotted form, such as `1.2.840.10045.4.3.2` for ecdsa-with-SHA256.
    package let signatureAlgorithm: String
    let handle: CertificateHandle

    /// Parses one certificate that takes up all of `der`. Throws when it does not, when a name, a date or an extension
    /// read here is malformed, and when an extension stands twice.
    package init(der: [UInt8]) throws(CryptoError) {
        var isWhole = false
        let parsed = der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            let certificate = d2i_X509(nil, &cursor, buffer.count)
            isWhole = cursor == buffer.baseAddress.map { $0 + buffer.count }
            return certificate
        }
        guard let parsed else { throw ErrorQueue.failure("certificate") }
        let handle = CertificateHandle(owning: parsed)
        guard isWhole else { throw .malformed("certificate with trailing bytes") }
        guard let notBefore = ASN1.date(X509_get0_notBefore(parsed)),
            let notAfter = ASN1.date(X509_get0_notAfter(parsed))
        else { throw .malformed("validity of a certificate") }
        let version = X509_get_version(parsed)
        guard (0...2).contains(version) else { throw .malformed("version of a certificate") }
        var algorithm: OpaquePointer?
        X509_ALGOR_get0(&algorithm, nil, nil, X509_get0_tbs_sigalg(parsed))

        self.der = der
        self.version = version + 1
        self.serial = ASN1.bytes(X509_get0_serialNumber(parsed))
        self.subject = try NameAttribute.list(X509_get_subject_name(parsed))
        self.issuer = try NameAttribute.list(X509_get_issuer_name(parsed))
        self.subjectDER = CertificateFields.der(ofName: X509_get_subject_name(parsed))
        self.issuerDER = CertificateFields.der(ofName: X509_get_issuer_name(parsed))
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.extensions = try CertificateExtension.list(parsed)
        self.isCA = try CertificateFields.isCA(parsed)
        self.extendedKeyUsage = try CertificateFields.extendedKeyUsage(parsed)
        self.subjectAlternativeNames = try SubjectAlternativeNames(parsed)
        self.signatureAlgorithm = ASN1.oid(algorithm) ?? ""
        self.handle = handle
    }

    /// The certified key; throws when its kind is not one of `PublicKey`'s or it breaks their rules.
    package var publicKey: PublicKey {
        get throws(CryptoError) {
            guard let pointer = X509_get_pubkey(handle.pointer), let key = KeyHandle(owning: pointer) else {
                throw ErrorQueue.failure("key of a certificate")
            }
            return try PublicKey.validated(key)
        }
    }

    /// The extension of the type `oid`.
    package func `extension`(_ oid: String) -> CertificateExtension? {
        extensions.first { $0.oid == oid }
    }
}

extension Certificate: Equatable {
    /// Certificates are equal when their bytes are.
    package static func == (a: Certificate, b: Certificate) -> Bool {
        a.der == b.der
    }
}

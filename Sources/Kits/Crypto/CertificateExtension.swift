internal import COpenSSL

/// One extension of a certificate, not interpreted.
package struct CertificateExtension: Sendable, Hashable {
    /// The extension's type in dotted form.
    package let oid: String
    /// Whether a verifier that does not know the extension must refuse the certificate.
    package let isCritical: Bool
    /// The content of the extension's OCTET STRING.
    package let value: [UInt8]

    /// An extension of the type `oid`.
    package init(oid: String, isCritical: Bool, value: [UInt8]) {
        self.oid = oid
        self.isCritical = isCritical
        self.value = value
    }

    /// All extensions in order; throws when one stands twice (RFC 5280 section 4.2).
    static func list(_ certificate: OpaquePointer) throws(CryptoError) -> [CertificateExtension] {
        var extensions: [CertificateExtension] = []
        var seen: Set<String> = []
        for index in 0..<max(0, X509_get_ext_count(certificate)) {
            let pointer = X509_get_ext(certificate, index)
            guard let oid = ASN1.oid(X509_EXTENSION_get_object(pointer)), seen.insert(oid).inserted else {
                throw .malformed("certificate extension")
            }
            let value = ASN1.bytes(X509_EXTENSION_get_data(pointer))
            let isCritical = X509_EXTENSION_get_critical(pointer) == 1
            extensions.append(CertificateExtension(oid: oid, isCritical: isCritical, value: value))
        }
        return extensions
    }
}

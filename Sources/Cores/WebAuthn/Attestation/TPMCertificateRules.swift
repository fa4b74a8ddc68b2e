import Crypto

/// What the certificate of a TPM's attestation key must say (WebAuthn §8.3.1).
enum TPMCertificateRules {
    /// tcg-kp-AIKCertificate
    private static let attestationKeyPurpose = "2.23.133.8.3"
    private static let manufacturer = "2.23.133.2.1"
    private static let model = "2.23.133.2.2"
    private static let version = "2.23.133.2.3"

    static func check(
        _ certificate: Certificate, _ reader: StatementReader, _ context: AttestationContext
    ) throws(WebAuthnRefusal) {
        guard certificate.version == 3 else { throw TPMFault.certificateVersion.refusal }
        guard certificate.subject.isEmpty else { throw TPMFault.subject.refusal }
        try checkTPM(certificate, context.policy)
        guard certificate.extendedKeyUsage.contains(attestationKeyPurpose) else { throw TPMFault.purpose.refusal }
        guard certificate.isCA == false else { throw TPMFault.authority.refusal }
        try PackedCertificate.checkAAGUID(certificate, reader, context)
    }

    /// The subject alternative name describes the TPM (TPM EK profile §3.2.9). Makers spread the three attributes over one
    /// or several RDNs, and over several directory names.
    private static func checkTPM(
        _ certificate: Certificate, _ policy: AttestationPolicy
    ) throws(WebAuthnRefusal) {
        let attributes = certificate.subjectAlternativeNames.directoryNames.flatMap { $0 }
        guard certificate.extension("2.5.29.17")?.isCritical == true,
            let maker = attributes.first(where: { $0.oid == manufacturer })?.value,
            attributes.contains(where: { $0.oid == model }), attributes.contains(where: { $0.oid == version })
        else { throw TPMFault.alternativeName.refusal }
        guard policy.allowsUnknownTPMVendor || TPMVendors.isRegistered(maker) else { throw TPMFault.vendor.refusal }
    }
}

import Crypto

extension AttestationAttempt {
    /// §8.2, self attestation.
    func packedSelf() throws -> CBORItem {
        ["alg": .integer(Int64(credential.key.algorithm)), "sig": try signature(signedBytes, by: credential.key)]
    }

    /// §8.2 and §8.2.1.
    func packedCertificate() throws -> CBORItem {
        let key = try plan.attestationKey ?? SoftwareKey(generating: -7)
        let template = CertificateTemplate(
            subject: [
                .country("SE"), .organization("Software Authenticator"),
                .organizationalUnit("Authenticator Attestation"), .commonName("Software Authenticator Batch"),
            ],
            extensions: [.basicConstraints(isCA: false), aaguidExtension])
        return [
            "alg": .integer(Int64(key.algorithm)), "sig": try signature(signedBytes, by: key),
            "x5c": try x5c(template, for: key),
        ]
    }

    /// §8.6: one certificate, straight under the root.
    func fidoU2F() throws -> CBORItem {
        guard case .ec(.p256, let x, let y) = credential.key.privateKey.publicKey.parts else {
            throw SoftwareAuthenticatorError.impossibleAttestation
        }
        let key = try plan.attestationKey ?? SoftwareKey(generating: -7)
        let message = [0] + authenticatorData.prefix(32) + clientDataHash + credential.id + [4] + x + y
        let template = CertificateTemplate.leaf("Software Authenticator U2F").with(plan.certificate)
        let root = try (authority ?? .shared()).root
        return [
            "sig": try signature(message, by: key),
            "x5c": [.bytes(try root.issueDER(template, for: key.privateKey.publicKey))],
        ]
    }

    /// §8.8: the certificate certifies the credential's key and holds the nonce.
    func apple() throws -> CBORItem {
        let nonce = DER.sequence(DER.explicit(1, DER.octetString(Digest.sha256(signedBytes))))
        let template = CertificateTemplate(
            subject: [.commonName("Software Authenticator Credential")],
            extensions: [
                .basicConstraints(isCA: false),
                CertificateExtension(oid: "1.2.840.113635.100.8.2", isCritical: false, value: nonce),
            ])
        return ["x5c": try x5c(template, for: plan.attestationKey ?? credential.key)]
    }
}

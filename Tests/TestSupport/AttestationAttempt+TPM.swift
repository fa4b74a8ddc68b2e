import Crypto

extension AttestationAttempt {
    /// §8.3, with an attestation key of its own (ES256 unless the plan brings another).
    func tpm() throws -> CBORItem {
        var publicArea = try Self.publicArea(credential.key.privateKey.publicKey)
        plan.publicArea(&publicArea)
        let key = try plan.attestationKey ?? SoftwareKey(generating: -7)
        var info = SoftwareCertifyInfo(
            extraData: Self.hash(signedBytes, for: key.algorithm), name: [0x00, 0x0B] + Digest.sha256(publicArea))
        plan.certifyInfo(&info)
        return [
            "ver": "2.0", "alg": .integer(Int64(key.algorithm)),
            "x5c": try x5c(Self.template(aaguidExtension), for: key),
            "sig": try signature(info.encoded, by: key), "certInfo": .bytes(info.encoded),
            "pubArea": .bytes(publicArea),
        ]
    }

    /// §8.3.1
    private static func template(_ aaguid: CertificateExtension) -> CertificateTemplate {
        CertificateTemplate(
            subject: [],
            extensions: [
                .basicConstraints(isCA: false), .extendedKeyUsage(["2.23.133.8.3"]),
                .subjectAlternativeName(directoryNames: [tpmName()], isCritical: true), aaguid,
            ])
    }

    /// The attributes that name a TPM: manufacturer, model and version (TPM EK profile §3.2.9).
    private static func tpmName(manufacturer: String = "id:414D4400") -> [NameAttribute] {
        [
            NameAttribute(oid: "2.23.133.2.1", value: manufacturer),
            NameAttribute(oid: "2.23.133.2.2", value: "SoftTPM"), NameAttribute(oid: "2.23.133.2.3", value: "id:13"),
        ]
    }

    private static func hash(_ message: [UInt8], for algorithm: Int) -> [UInt8] {
        switch SoftwareKey.signatureAlgorithm(algorithm) {
        case .es384, .rs384, .ps384: Digest.sha384(message)
        case .es512, .rs512, .ps512: Digest.sha512(message)
        default: Digest.sha256(message)
        }
    }

    /// `TPMT_PUBLIC` of a signing key: no policy, no symmetric algorithm, no scheme.
    private static func publicArea(_ key: PublicKey) throws -> [UInt8] {
        let nameAlgorithmAttributesPolicy: [UInt8] = [0x00, 0x0B, 0x00, 0x06, 0x04, 0x72, 0x00, 0x00]
        let null: [UInt8] = [0x00, 0x10]
        switch key.parts {
        case .rsa(let modulus, _):
            let size = bigEndian(UInt64(modulus.count * 8), 2)
            return [0x00, 0x01] + nameAlgorithmAttributesPolicy + null + null + size + [0, 0, 0, 0] + sized(modulus)
        case .ec(let curve, let x, let y):
            let curves: [Curve: UInt8] = [.p256: 3, .p384: 4, .p521: 5]
            guard let number = curves[curve] else { throw SoftwareAuthenticatorError.impossibleAttestation }
            return [0x00, 0x23] + nameAlgorithmAttributesPolicy + null + null + [0x00, number] + null + sized(x)
                + sized(y)
        case .ed25519, .ed448: throw SoftwareAuthenticatorError.impossibleAttestation
        }
    }

    fileprivate static func sized(_ bytes: [UInt8]) -> [UInt8] { bigEndian(UInt64(bytes.count), 2) + bytes }
}

/// `TPMS_ATTEST` of a certified key.
package struct SoftwareCertifyInfo: Sendable {
    /// `TPM_GENERATED_VALUE`
    package var magic: UInt32 = 0xFF54_4347
    /// `TPM_ST_ATTEST_CERTIFY`
    package var type: UInt16 = 0x8017
    /// The hash of what is attested.
    package var extraData: [UInt8]
    /// The name of the certified key.
    package var name: [UInt8]
    /// Bytes behind the structure.
    package var trailing: [UInt8] = []

    /// The structure's bytes.
    package var encoded: [UInt8] {
        let number = [UInt8](repeating: 0x11, count: 8)
        return bigEndian(UInt64(magic), 4) + bigEndian(UInt64(type), 2) + AttestationAttempt.sized([])
            + AttestationAttempt.sized(extraData) + number + number + [1] + number
            + AttestationAttempt.sized(name)
            + AttestationAttempt.sized(name) + trailing
    }
}

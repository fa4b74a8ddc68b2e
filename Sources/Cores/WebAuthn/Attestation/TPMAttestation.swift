import CBOR
import Crypto

/// The attestation statement format `tpm` (WebAuthn §8.3): Windows Hello on machines with a TPM 2.0.
enum TPMAttestation {
    /// Verifies the statement. The chain is not judged here.
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        guard let version = statement[text: "ver"]?.text, let algorithm = statement[text: "alg"]?.integer,
            let signature = statement[text: "sig"]?.bytes, let certifyInfo = statement[text: "certInfo"]?.bytes,
            let publicArea = statement[text: "pubArea"]?.bytes
        else { throw TPMFault.shape.refusal }
        guard version.utf8.elementsEqual("2.0".utf8) else { throw TPMFault.version.refusal }
        let scheme = try scheme(algorithm, context.policy)
        let name = try checkedName(publicArea, context)
        try check(certifyInfo, certifies: name, hash: scheme.digest, context)
        let reader = StatementReader(format: .tpm, statement: statement)
        guard let chain = try reader.chain(), let leaf = chain.first else { throw TPMFault.certificates.refusal }
        try TPMCertificateRules.check(leaf, reader, context)
        guard let key = try? leaf.publicKey,
            key.isValid(signature: signature, for: certifyInfo, algorithm: scheme.signature)
        else { throw TPMFault.signature.refusal }
        return AttestationEvidence(format: .tpm, type: .attestationCA, chain: chain)
    }

    /// The signature scheme of `alg` and the hash it uses for `extraData`.
    private static func scheme(
        _ number: Int64, _ policy: AttestationPolicy
    ) throws(WebAuthnRefusal) -> (signature: SignatureAlgorithm, digest: ([UInt8]) -> [UInt8]) {
        // RS1 exists for TPMs only, so it is no `COSEAlgorithm` of credential keys.
        if number == -65_535 {
            guard policy.allowsRS1ForTPM else { throw TPMFault.sha1.refusal }
            return (.rs1, Digest.sha1)
        }
        guard let scheme = COSEAlgorithm(rawValue: number)?.signature else {
            throw TPMFault.algorithm.refusal
        }
        return switch scheme {
        case .es256, .es256k, .rs256, .ps256: (scheme, Digest.sha256)
        case .es384, .rs384, .ps384: (scheme, Digest.sha384)
        case .es512, .rs512, .ps512: (scheme, Digest.sha512)
        case .ed25519, .ed448, .rs1: throw TPMFault.algorithm.refusal
        }
    }

    /// The name of the public area, which holds the credential's key.
    private static func checkedName(
        _ bytes: [UInt8], _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> [UInt8] {
        guard let area = TPMPublicArea(parsing: bytes) else { throw TPMFault.publicArea.refusal }
        guard let key = area.publicKey, key == context.credentialKey.publicKey else {
            throw TPMFault.keyMismatch.refusal
        }
        guard let name = area.name(encoded: bytes) else { throw TPMFault.nameAlgorithm.refusal }
        return name
    }

    /// The TPM certified the key of that name, for this ceremony.
    private static func check(
        _ bytes: [UInt8], certifies name: [UInt8], hash: ([UInt8]) -> [UInt8], _ context: AttestationContext
    ) throws(WebAuthnRefusal) {
        guard let info = TPMCertifyInfo(parsing: bytes) else { throw TPMFault.certifyInfo.refusal }
        guard info.magic == TPMCertifyInfo.generatedMagic else { throw TPMFault.magic.refusal }
        guard info.type == TPMCertifyInfo.certifyType else { throw TPMFault.type.refusal }
        guard info.extraData == hash(context.signedBytes) else { throw TPMFault.extraData.refusal }
        guard info.name == name else { throw TPMFault.name.refusal }
    }
}

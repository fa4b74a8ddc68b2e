import CBOR
import Crypto

/// §8.8, Apple Anonymous Attestation.
enum AppleAttestation {
    static let nonceExtension = "1.2.840.113635.100.8.2"

    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        let reader = StatementReader(format: .apple, statement: statement)
        guard let chain = try reader.chain(), let leaf = chain.first else { throw reader.refuse("x5c is missing") }
        // SEQUENCE { [1] { OCTET STRING (32 bytes) } }
        let nonce = Digest.sha256(context.signedBytes)
        guard leaf.`extension`(nonceExtension)?.value == [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20] + nonce else {
            throw reader.refuse("the certificate's nonce is another one")
        }
        guard try reader.key(of: leaf) == context.credentialKey.publicKey else {
            throw reader.refuse("the certificate is not for the credential key")
        }
        return AttestationEvidence(
            format: .apple, type: .anonymizationCA, chain: chain, handledExtensions: [nonceExtension])
    }
}

import CBOR
import Crypto

/// §8.6. The AAGUID is not covered by the statement, so nothing is asked of it.
enum FIDOU2FAttestation {
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        let reader = StatementReader(format: .fidoU2F, statement: statement)
        let signature = try reader.bytes("sig")
        guard let chain = try reader.chain(), chain.count == 1, let leaf = chain.first else {
            throw reader.refuse("x5c must hold exactly one certificate")
        }
        let key = try reader.key(of: leaf)
        guard case .ec(.p256, _, _) = key.parts else { throw reader.refuse("the certificate's key is not on P-256") }
        guard case .ec(.p256, let x, let y) = context.credentialKey.publicKey.parts else {
            throw reader.refuse("the credential key is not on P-256")
        }
        let message =
            [0x00] + context.authenticatorData.rpIDHash + context.clientDataHash + context.credential.credentialID
            + [0x04] + x + y
        guard key.isValid(signature: signature, for: message, algorithm: .es256) else {
            throw reader.refuse("the signature does not verify")
        }
        return AttestationEvidence(format: .fidoU2F, type: .basic, chain: chain)
    }
}

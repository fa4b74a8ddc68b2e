import CBOR
import Crypto

/// §8.2: self attestation, or a certificate by the §8.2.1 rules.
enum PackedAttestation {
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        let reader = StatementReader(format: .packed, statement: statement)
        let algorithm = try reader.algorithm()
        let signature = try reader.bytes("sig")
        guard let chain = try reader.chain() else {
            guard statement[text: "ecdaaKeyId"] == nil else { throw reader.refuse("ECDAA is not supported") }
            return try verifySelf(signature, reader, context)
        }
        guard let leaf = chain.first else { throw reader.refuse("x5c is empty") }
        let key = try reader.key(of: leaf)
        guard key.isValid(signature: signature, for: context.signedBytes, algorithm: algorithm) else {
            throw reader.refuse("the signature does not verify with the leaf certificate")
        }
        try PackedCertificate.check(leaf, chain, reader, context)
        return AttestationEvidence(format: .packed, type: .basic, chain: chain)
    }

    private static func verifySelf(
        _ signature: [UInt8], _ reader: StatementReader, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        guard reader.statement[text: "alg"]?.integer == context.credentialKey.algorithm.rawValue else {
            throw reader.refuse("alg is not the credential key's")
        }
        guard context.credentialKey.isValid(signature: signature, for: context.signedBytes) else {
            throw reader.refuse("the signature does not verify with the credential key")
        }
        return AttestationEvidence(format: .packed, type: .`self`)
    }
}

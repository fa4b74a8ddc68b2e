import CBOR

/// The `androidKey` format.
enum AndroidKeyAttestation {
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        throw .attestationInvalid(format: AttestationFormat.androidKey.rawValue, reason: "not built yet")
    }
}

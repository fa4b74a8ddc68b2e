import CBOR

/// The `androidSafetyNet` format.
enum SafetyNetAttestation {
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        throw .attestationInvalid(format: AttestationFormat.androidSafetyNet.rawValue, reason: "not built yet")
    }
}

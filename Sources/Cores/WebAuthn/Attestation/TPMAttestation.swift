import CBOR

/// The `tpm` format.
enum TPMAttestation {
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        throw .attestationInvalid(format: AttestationFormat.tpm.rawValue, reason: "not built yet")
    }
}

import CBOR

/// §8.7. The statement is empty; the AAGUID may be anything.
enum NoneAttestation {
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        guard statement.entries.isEmpty else {
            throw .attestationInvalid(format: AttestationFormat.none.rawValue, reason: "attStmt is not empty")
        }
        return AttestationEvidence(format: .none, type: .none)
    }
}

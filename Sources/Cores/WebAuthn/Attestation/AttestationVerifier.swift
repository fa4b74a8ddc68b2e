import CBOR
import Crypto

/// Finds the format's verifier (§7.1 steps 21 and 22) and judges its evidence (steps 23 and 24).
enum AttestationVerifier {
    static func verify(
        _ object: AttestationObject, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> (result: AttestationResult, findings: [Finding]) {
        guard let format = AttestationFormat(rawValue: object.format), context.policy.formats.contains(format) else {
            throw .formatNotAllowed(object.format)
        }
        let evidence: AttestationEvidence
        if format == .compound {
            evidence = try CompoundAttestation.verify(object.statement, context)
        } else {
            guard case .map(let statement) = object.statement else {
                throw .attestationInvalid(format: object.format, reason: "attStmt is not a map")
            }
            evidence = try verify(format, statement, context)
        }
        return try AttestationTrust.judge(evidence, context)
    }

    /// One statement that is not compound.
    static func verify(
        _ format: AttestationFormat, _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        switch format {
        case .none: return try NoneAttestation.verify(statement, context)
        case .packed: return try PackedAttestation.verify(statement, context)
        case .fidoU2F: return try FIDOU2FAttestation.verify(statement, context)
        case .apple: return try AppleAttestation.verify(statement, context)
        case .tpm: return try TPMAttestation.verify(statement, context)
        case .androidKey: return try AndroidKeyAttestation.verify(statement, context)
        case .androidSafetyNet: return try SafetyNetAttestation.verify(statement, context)
        case .compound: throw .attestationInvalid(format: format.rawValue, reason: "compound inside compound")
        }
    }
}

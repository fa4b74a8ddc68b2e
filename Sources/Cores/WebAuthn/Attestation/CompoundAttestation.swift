import CBOR

/// §8.9: two or more statements over the same authenticator data, of which every one must verify.
enum CompoundAttestation {
    static let maxParts = 8

    static func verify(
        _ statement: CBORValue, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        guard let items = statement.array, (2...maxParts).contains(items.count) else {
            throw refuse("attStmt is not an array of 2 to \(maxParts) statements")
        }
        var parts: [AttestationEvidence] = []
        for item in items {
            guard let map = item.map, let name = map[text: "fmt"]?.text, let inner = map[text: "attStmt"]?.map,
                let format = AttestationFormat(rawValue: name)
            else { throw refuse("a statement has no fmt and attStmt that are known") }
            guard format != .compound else { throw refuse("compound inside compound") }
            guard context.policy.formats.contains(format) else { throw .formatNotAllowed(name) }
            parts.append(try AttestationVerifier.verify(format, inner, context))
        }
        let type = (parts.first { !$0.chain.isEmpty } ?? parts.first)?.type ?? .none
        var evidence = AttestationEvidence(format: .compound, type: type)
        evidence.parts = parts
        return evidence
    }

    private static func refuse(_ reason: String) -> WebAuthnRefusal {
        .attestationInvalid(format: AttestationFormat.compound.rawValue, reason: reason)
    }
}

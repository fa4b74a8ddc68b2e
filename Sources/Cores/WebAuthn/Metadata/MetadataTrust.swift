import Crypto

/// What the tenant's metadata file, if it has one, says about a registration.
enum MetadataTrust {
    /// The model's entry: by AAGUID, or for U2F models, which have none, by an attestation certificate's key.
    static func entry(_ evidence: AttestationEvidence, _ context: AttestationContext) -> MetadataEntry? {
        guard let metadata = context.policy.metadata else { return nil }
        let model = context.credential.aaguid
        guard evidence.format == .fidoU2F || model.isZero else { return metadata.entry(aaguid: model) }
        let keys = evidence.chain.compactMap { try? $0.publicKey }
        return keys.lazy.compactMap { metadata.entry(certifiedKey: $0) }.first
    }

    /// Refuses models that were withdrawn or whose keys leak. An unknown model is no reason.
    static func check(_ evidence: AttestationEvidence, _ context: AttestationContext) throws(WebAuthnRefusal) {
        for part in [evidence] + evidence.parts where entry(part, context)?.endOfTrust(at: context.at) != nil {
            throw .authenticatorNotAllowed(aaguid: context.credential.aaguid.text)
        }
    }

    /// A file past its day goes on being used, and is worth a word.
    static func findings(_ context: AttestationContext) -> [Finding] {
        context.policy.metadata?.isOverdue(at: context.at) == true ? [.metadataOutdated] : []
    }
}

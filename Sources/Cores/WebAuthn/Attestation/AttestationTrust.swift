import Crypto

/// Whether evidence leads to a root that the tenant trusts: one judgement for all formats, at the ceremony's time,
/// without any look at the network.
enum AttestationTrust {
    static func judge(
        _ evidence: AttestationEvidence, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> (result: AttestationResult, findings: [Finding]) {
        let policy = context.policy
        let model = context.credential.aaguid
        guard !policy.deniedModels.contains(model) else { throw .authenticatorNotAllowed(aaguid: model.text) }
        try MetadataTrust.check(evidence, context)
        let (trusted, faults) = sort(evidence, context)
        if trusted.isEmpty, policy.require || !policy.allowedModels.isEmpty {
            throw faults.first.map { .attestationUntrusted(reason: $0) }
                ?? .attestationRequired(type: evidence.type.rawValue)
        }
        // A model on the allow-list must be proven, and a U2F statement does not cover the AAGUID.
        if !policy.allowedModels.isEmpty {
            let isProven = trusted.contains { $0.format != .fidoU2F }
            guard isProven, policy.allowedModels.contains(model) else {
                throw .authenticatorNotAllowed(aaguid: model.text)
            }
        }
        return (
            AttestationResult(format: evidence.format.rawValue, type: evidence.type, trusted: !trusted.isEmpty),
            (trusted.isEmpty && !faults.isEmpty ? [.attestationUntrusted] : []) + MetadataTrust.findings(context)
        )
    }

    /// The statements that lead to a trusted root, and why others with certificates do not. All are about the same
    /// key and the same authenticator data, so one that is trusted speaks for the whole.
    private static func sort(
        _ evidence: AttestationEvidence, _ context: AttestationContext
    ) -> (trusted: [AttestationEvidence], faults: [String]) {
        var trusted: [AttestationEvidence] = []
        var faults: [String] = []
        for part in evidence.parts.isEmpty ? [evidence] : evidence.parts where !part.chain.isEmpty {
            if let fault = fault(part.chain, anchors(part, context), part.handledExtensions, context) {
                faults.append("\(fault)")
            } else {
                trusted.append(part)
            }
        }
        return (trusted, faults)
    }

    private static func anchors(_ evidence: AttestationEvidence, _ context: AttestationContext) -> [Certificate] {
        let builtIn = context.policy.trustsBuiltInRoots ? BuiltInRoots.certificates(evidence.format) : []
        return builtIn + context.policy.roots + (MetadataTrust.entry(evidence, context)?.anchors ?? [])
    }

    /// Whether a chain leads to one of the tenant's own CAs.
    static func leadsToTenantRoot(_ chain: [Certificate], _ context: AttestationContext) -> Bool {
        fault(chain, context.policy.roots, [], context) == nil
    }

    private static func fault(
        _ chain: [Certificate], _ anchors: [Certificate], _ handled: Set<String>, _ context: AttestationContext
    ) -> CertificateChainError? {
        guard let leaf = chain.first else { return .untrusted }
        do throws(CertificateChainError) {
            try CertificateChain.verify(
                leaf: leaf, intermediates: Array(chain.dropFirst()), anchors: anchors, at: context.at,
                handledExtensions: handled)
            return nil
        } catch {
            return error
        }
    }
}

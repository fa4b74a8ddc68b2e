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
        let reason = distrust(evidence, context)
        let mustBeTrusted = policy.require || !policy.allowedModels.isEmpty
        if mustBeTrusted, let reason {
            throw reason.isEmpty
                ? .attestationRequired(type: evidence.type.rawValue) : .attestationUntrusted(reason: reason)
        }
        // What is not attested is only said: a model on the allow-list must be proven.
        if !policy.allowedModels.isEmpty, !policy.allowedModels.contains(model) {
            throw .authenticatorNotAllowed(aaguid: model.text)
        }
        let isUntrustedChain = reason.map { !$0.isEmpty } ?? false
        return (
            AttestationResult(format: evidence.format.rawValue, type: evidence.type, trusted: reason == nil),
            (isUntrustedChain ? [.attestationUntrusted] : []) + MetadataTrust.findings(context)
        )
    }

    /// Nil if trusted; else why not, empty if there is nothing that could be trusted.
    private static func distrust(_ evidence: AttestationEvidence, _ context: AttestationContext) -> String? {
        if !evidence.parts.isEmpty {
            return evidence.parts.compactMap { distrust($0, context) }.first
        }
        guard let leaf = evidence.chain.first else { return "" }
        do throws(CertificateChainError) {
            try CertificateChain.verify(
                leaf: leaf, intermediates: Array(evidence.chain.dropFirst()),
                anchors: anchors(evidence, context), at: context.at,
                handledExtensions: evidence.handledExtensions)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static func anchors(_ evidence: AttestationEvidence, _ context: AttestationContext) -> [Certificate] {
        let builtIn = context.policy.trustsBuiltInRoots ? BuiltInRoots.certificates(evidence.format) : []
        return builtIn + context.policy.roots + (MetadataTrust.entry(evidence, context)?.anchors ?? [])
    }

    /// Whether a chain leads to one of the tenant's own CAs.
    static func leadsToTenantRoot(_ chain: [Certificate], _ context: AttestationContext) -> Bool {
        guard let leaf = chain.first, !context.policy.roots.isEmpty else { return false }
        do throws(CertificateChainError) {
            try CertificateChain.verify(
                leaf: leaf, intermediates: Array(chain.dropFirst()), anchors: context.policy.roots, at: context.at)
            return true
        } catch {
            return false
        }
    }
}

/// The vendors' published roots that come with the program.
enum BuiltInRoots {
    /// TPM, U2F and packed chains have none: those are trusted only through a tenant's CAs or a metadata blob.
    static func certificates(_ format: AttestationFormat) -> [Certificate] {
        switch format {
        case .apple: apple
        case .androidKey: google
        case .androidSafetyNet: globalSign
        case .none, .packed, .tpm, .fidoU2F, .compound: []
        }
    }

    static let globalSign = read(PackageResources.globalsign_root_ca_pem)
    private static let apple = read(PackageResources.apple_webauthn_root_ca_pem)
    private static let google =
        read(PackageResources.google_hardware_attestation_root_2_pem)
        + read(PackageResources.google_hardware_attestation_root_3_pem)
        + read(PackageResources.google_hardware_attestation_root_4_pem)
        + read(PackageResources.google_hardware_attestation_root_5_pem)

    private static func read(_ pem: [UInt8]) -> [Certificate] { (try? Certificate.pem(pem)) ?? [] }
}

/// The attestation statement formats (WebAuthn Level 3 §8).
package enum AttestationFormat: String, Sendable, CaseIterable, Hashable {
    case none
    case packed
    case tpm
    case androidKey = "android-key"
    case androidSafetyNet = "android-safetynet"
    case fidoU2F = "fido-u2f"
    case apple
    case compound

    /// Every format but android-safetynet, which Google has retired: that one only on request.
    package static let usual: Set<AttestationFormat> = [
        .none, .packed, .tpm, .androidKey, .fidoU2F, .apple, .compound,
    ]
}

/// What the relying party asks the client for (§5.4.7).
package enum AttestationConveyance: String, Sendable, CaseIterable {
    case none, indirect, direct, enterprise
}

/// What an attestation says by its kind (§6.5.3).
package enum AttestationType: String, Sendable, Hashable {
    case none
    /// Signed with the credential key itself.
    case `self`
    case basic
    case attestationCA = "attca"
    case anonymizationCA = "anonca"
}

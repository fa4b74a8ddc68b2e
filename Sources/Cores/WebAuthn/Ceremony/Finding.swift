/// Something an operator may want to know of a ceremony that was accepted.
package enum Finding: String, Sendable, Hashable {
    /// The signature counter did not grow, and the policy lets it pass.
    case counterRegressed = "counter_regressed"
    /// The backup eligibility is not what was stored.
    case backupEligibilityChanged = "backup_eligibility_changed"
    /// The authenticator's metadata is past its next update.
    case metadataOutdated = "metadata_outdated"
    /// The attestation verifies but leads to no trusted root.
    case attestationUntrusted = "attestation_untrusted"
}

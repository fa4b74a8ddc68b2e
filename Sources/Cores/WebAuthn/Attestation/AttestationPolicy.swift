package import Crypto

/// What a tenant makes of attestations. The switches at the end default to the strict reading.
package struct AttestationPolicy: Sendable {
    /// What is asked for.
    package var conveyance: AttestationConveyance = .none
    /// Refuse what does not verify to a trusted root.
    package var require = false
    /// The accepted formats.
    package var formats: Set<AttestationFormat> = AttestationFormat.usual
    /// The tenant's own CAs.
    package var roots: [Certificate] = []
    /// Whether the vendors' built-in roots count (Apple, Google).
    package var trustsBuiltInRoots = true
    /// The FIDO metadata, which knows more roots and which models have been withdrawn.
    package var metadata: MetadataBlob?
    /// If not empty, only these models are accepted, and only with a trusted attestation.
    package var allowedModels: Set<AAGUID> = []
    /// These models are refused.
    package var deniedModels: Set<AAGUID> = []
    /// TPM statements may be signed with SHA-1, as many Windows machines still do.
    package var allowsRS1ForTPM = false
    /// TPM vendors outside the TCG's list are accepted.
    package var allowsUnknownTPMVendor = false
    /// Android keys in software are accepted.
    package var androidKeyAllowsSoftware = false
    /// Android authorization lists without origin and purpose are accepted.
    package var androidKeyListsMayBeEmpty = false
    /// How far a SafetyNet answer's time may be from the ceremony's, in seconds, either way; nil does not look.
    package var safetyNetWindow: Double?

    /// The defaults of the tenant file.
    package init() {}
}

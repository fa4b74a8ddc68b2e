package import WebAuthn

/// The relying party of a tenant: its RP ID, who may use it, and what is asked of passkeys.
package struct RelyingParty: Sendable {
    /// The RP ID: the domain its passkeys are bound to.
    package let id: String
    /// Shown by authenticators.
    package let name: String
    /// Web origins that may register: under the RP ID, and the related ones if the tenant says so.
    package let registrationOrigins: [String]
    /// Web origins that may sign in: under the RP ID, and the related ones.
    package let webOrigins: [String]
    /// What apps report as origin: `https://<rp id>` (Apple) and Android's, from the fingerprints.
    package let appOrigins: [String]
    /// Origins on other domains, published at `/.well-known/webauthn`.
    package let relatedOrigins: [String]
    /// Whether biometrics or PIN are asked for.
    package let userVerification: UserVerification
    /// Whether passkeys are discoverable.
    package let residentKey: ResidentKey
    /// In order of preference.
    package let algorithms: [COSEAlgorithm]
    /// The life of a ceremony, in seconds.
    package let timeout: Int
    /// Whether a sign-in without user handle is refused.
    package let requireUserHandle: Bool
    /// What a counter that did not grow means.
    package let counter: CounterPolicy
    /// What is made of attestations.
    package let attestation: AttestationPolicy
}

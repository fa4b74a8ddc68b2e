/// What a registration is held against.
package struct RegistrationExpectation: Sendable {
    /// What both ceremonies share.
    package var ceremony: CeremonyExpectation
    /// `pubKeyCredParams` as they were sent.
    package var algorithms: [COSEAlgorithm]
    /// Whether the server itself began this as a conditional registration.
    package var conditional: Bool
    /// The tenant's policy.
    package var attestation: AttestationPolicy

    /// Puts an expectation together.
    package init(
        ceremony: CeremonyExpectation, algorithms: [COSEAlgorithm], conditional: Bool, attestation: AttestationPolicy
    ) {
        self.ceremony = ceremony
        self.algorithms = algorithms
        self.conditional = conditional
        self.attestation = attestation
    }
}

/// A registration that passed every check; what the credential record is made of (§4, credential record).
package struct VerifiedRegistration: Sendable {
    /// The authenticator's bytes, not the client's word.
    package let credentialID: [UInt8]
    /// The credential public key.
    package let publicKey: COSEKey
    /// The first counter.
    package let signCount: UInt32
    /// The model, as far as the attestation proves it.
    package let aaguid: AAGUID
    /// UP
    package let userPresent: Bool
    /// UV
    package let userVerified: Bool
    /// BE
    package let backupEligible: Bool
    /// BS
    package let backedUp: Bool
    /// The transports as reported.
    package let transports: [String]
    /// What the attestation turned out to be.
    package let attestation: AttestationResult
    /// What an operator may want to know.
    package let findings: [Finding]
}

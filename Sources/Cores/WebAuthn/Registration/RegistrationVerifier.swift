import Crypto
package import FoundationEssentials

/// WebAuthn Level 3 §7.1, Registering a New Credential. Step numbers are the specification's.
///
/// The caller has found the ceremony by its challenge, and stores the record (steps 26 to 29) in one transaction
/// that also refuses a credential id that is known already.
package enum RegistrationVerifier {
    /// - Throws: the first check that fails.
    package static func verify(
        _ response: RegistrationResponse, expecting: RegistrationExpectation, at date: Date
    ) throws(WebAuthnRefusal) -> VerifiedRegistration {
        // Steps 1 to 4 are the caller's and `RegistrationResponse.parse`'s; client extension outputs prove nothing.
        // Steps 5 to 11: the client data.
        try CeremonyCheck.clientData(response.clientData, type: "webauthn.create", expecting.ceremony)
        // Step 12: what the authenticator signed instead of the client data.
        let clientDataHash = Digest.sha256(response.clientDataJSON)
        // Step 13: CBOR
        let object = try AttestationObject(response.attestationObject)
        let data = try AuthenticatorData(object.authenticatorData)
        // Step 14
        try CeremonyCheck.rpIDHash(data, expecting.ceremony.rpID)
        // Steps 15 to 17; 18 and 19 leave backup eligibility and state to the caller, who stores them.
        try CeremonyCheck.flags(data, expecting.ceremony, conditional: expecting.conditional)
        guard let credential = data.attested else {
            throw .malformed(member: "authenticatorData", reason: "no attested credential data")
        }
        // Not a numbered step, but two ids for one credential would let the client name somebody else's.
        guard credential.credentialID == response.credentialID else { throw .credentialIDMismatch }
        // Step 20; and whatever the format, the key must be one that can sign in.
        let key = try COSEKey(parsing: credential.publicKey)
        guard expecting.algorithms.contains(key.algorithm) else {
            throw .algorithmNotAllowed(key.algorithm.rawValue)
        }
        // Steps 21 to 24: format, statement, roots, and whether the result will do.
        let context = AttestationContext(
            authenticatorData: data, credential: credential, clientDataHash: clientDataHash, credentialKey: key,
            policy: expecting.attestation, at: date)
        let (attestation, findings) = try AttestationVerifier.verify(object, context)
        // Step 25, the length of the id, was checked where it was read; step 28 asks nothing of unsolicited extensions.
        return VerifiedRegistration(
            credentialID: credential.credentialID, publicKey: key, signCount: data.signCount,
            aaguid: credential.aaguid, userPresent: data.userPresent, userVerified: data.userVerified,
            backupEligible: data.backupEligible, backedUp: data.backedUp, transports: response.transports,
            attestation: attestation, findings: findings)
    }
}

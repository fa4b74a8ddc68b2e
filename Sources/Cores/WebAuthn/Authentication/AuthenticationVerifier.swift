import Crypto

/// WebAuthn Level 3 §7.2, Verifying an Authentication Assertion. Step numbers are the specification's.
package enum AuthenticationVerifier {
    /// - Throws: the first check that fails. Nothing is to be changed then.
    package static func verify(
        _ response: AuthenticationResponse, expecting: AuthenticationExpectation, credential: StoredCredential
    ) throws(WebAuthnRefusal) -> VerifiedAuthentication {
        // Steps 1 to 4 are the caller's and `AuthenticationResponse.parse`'s.
        // Steps 5 and 6: one of those asked for, and the owner's.
        if let allowed = expecting.allowedCredentialIDs, !allowed.contains(response.credentialID) {
            throw .credentialNotAllowed
        }
        guard response.credentialID == credential.id else { throw .credentialNotAllowed }
        try checkUserHandle(response, expecting, credential)
        // Steps 7 to 18
        let data = try checkCeremony(response, expecting)
        // Step 19
        var findings = try checkEligibility(data, expecting, credential)
        // Steps 20 and 21
        let key = try COSEKey(parsing: credential.publicKey)
        let message = response.authenticatorData + Digest.sha256(response.clientDataJSON)
        guard key.isValid(signature: response.signature, for: message) else { throw .signatureInvalid }
        // Step 22, only now: without the key nobody may set off the alarm for a copied authenticator.
        findings += try checkCounter(data, expecting, credential)
        return VerifiedAuthentication(
            signCount: data.signCount, userVerified: data.userVerified, backupEligible: data.backupEligible,
            backedUp: data.backedUp, findings: findings)
    }

    /// Everything that can be said without the credential: client data, RP ID and flags. Only when this holds may a
    /// client be told that its credential is unknown.
    package static func verifyCeremony(
        _ response: AuthenticationResponse, expecting: AuthenticationExpectation
    ) throws(WebAuthnRefusal) {
        _ = try checkCeremony(response, expecting)
    }

    private static func checkUserHandle(
        _ response: AuthenticationResponse, _ expecting: AuthenticationExpectation, _ credential: StoredCredential
    ) throws(WebAuthnRefusal) {
        guard let handle = response.userHandle else {
            if expecting.requireUserHandle { throw .userHandleMissing }
            return
        }
        guard handle == credential.userHandle else { throw .userHandleMismatch }
    }

    private static func checkCeremony(
        _ response: AuthenticationResponse, _ expecting: AuthenticationExpectation
    ) throws(WebAuthnRefusal) -> AuthenticatorData {
        // Steps 10 to 14
        try CeremonyCheck.clientData(response.clientData, type: "webauthn.get", expecting.ceremony)
        let data = try AuthenticatorData(response.authenticatorData)
        // Step 15; the AppID counts instead of, never beside, the RP ID.
        let usesAppID = response.usedAppID && expecting.appID != nil
        try CeremonyCheck.rpIDHash(data, usesAppID ? expecting.appID ?? "" : expecting.ceremony.rpID)
        // Steps 16 to 18
        try CeremonyCheck.flags(data, expecting.ceremony, conditional: false)
        return data
    }

    private static func checkEligibility(
        _ data: AuthenticatorData, _ expecting: AuthenticationExpectation, _ credential: StoredCredential
    ) throws(WebAuthnRefusal) -> [Finding] {
        guard let stored = credential.backupEligible, stored != data.backupEligible else { return [] }
        if expecting.refusesEligibilityChange { throw .backupEligibilityChanged }
        return [.backupEligibilityChanged]
    }

    private static func checkCounter(
        _ data: AuthenticatorData, _ expecting: AuthenticationExpectation, _ credential: StoredCredential
    ) throws(WebAuthnRefusal) -> [Finding] {
        guard data.signCount != 0 || credential.signCount != 0, data.signCount <= credential.signCount else {
            return []
        }
        let refuses =
            switch expecting.counter {
            case .reject: true
            case .warn: false
            // What was registered as bound to a device stays so: whoever holds a copy of the key can set the flag.
            case .auto: !(credential.backupEligible ?? data.backupEligible)
            }
        if refuses { throw .counterRegressed(stored: credential.signCount, received: data.signCount) }
        return [.counterRegressed]
    }
}

/// Why a ceremony is refused: one case for each check of WebAuthn Level 3 §7.1 and §7.2.
package enum WebAuthnRefusal: Error, Sendable, Equatable {
    /// A member is missing, of the wrong type, or not in its one spelling.
    case malformed(member: String, reason: String)
    /// `clientData.type` is that of the other ceremony (step 7; 10).
    case typeMismatch
    /// `clientData.challenge` is another one (step 8; 11).
    case challengeMismatch
    /// `clientData.origin` may not finish this ceremony (step 9; 12).
    case originNotAllowed(String)
    /// `crossOrigin` is true and not expected (step 10; 13).
    case crossOriginNotAllowed
    /// `topOrigin` is not expected (step 11; 14).
    case topOriginNotAllowed(String)
    /// The authenticator data is of another RP ID (step 14; 15).
    case rpIDMismatch
    /// The user was not present (step 15; 16).
    case userPresenceMissing
    /// The user was not verified though that is required (step 16; 17).
    case userVerificationMissing
    /// Backed up without being backup eligible (step 17; 18).
    case backedUpWithoutEligibility
    /// The eligibility is not what was stored, and the policy refuses that (step 19).
    case backupEligibilityChanged
    /// The key's algorithm is not one of `pubKeyCredParams` (step 20).
    case algorithmNotAllowed(Int64)
    /// The key is not a valid one of its kind.
    case keyInvalid(reason: String)
    /// The credential id in the authenticator data is not the response's.
    case credentialIDMismatch
    /// The credential id is longer than 1023 bytes (step 25) or empty.
    case credentialIDLength(Int)
    /// The attestation format is unknown or not accepted here (step 21).
    case formatNotAllowed(String)
    /// The attestation statement does not verify (step 22).
    case attestationInvalid(format: String, reason: String)
    /// The chain does not lead to a trusted root, and the policy requires that (step 24).
    case attestationUntrusted(reason: String)
    /// There is no chain to a root at all, and the policy requires one (step 24).
    case attestationRequired(type: String)
    /// The authenticator model is not accepted here.
    case authenticatorNotAllowed(aaguid: String)
    /// The credential is not one of `allowCredentials` (§7.2 step 5).
    case credentialNotAllowed
    /// The user handle is another account's (§7.2 step 6).
    case userHandleMismatch
    /// No user handle came though one is required (§7.2 step 6).
    case userHandleMissing
    /// The signature does not verify (§7.2 step 21).
    case signatureInvalid
    /// The signature counter did not grow (§7.2 step 22).
    case counterRegressed(stored: UInt32, received: UInt32)

    /// The public code.
    package var code: WebAuthnCode {
        switch self {
        case .malformed, .keyInvalid, .credentialIDMismatch, .credentialIDLength: .credentialMalformed
        case .typeMismatch: .typeMismatch
        case .challengeMismatch: .challengeUnknown
        case .originNotAllowed: .originNotAllowed
        case .crossOriginNotAllowed, .topOriginNotAllowed: .crossOriginNotAllowed
        case .rpIDMismatch: .rpIDMismatch
        case .userPresenceMissing: .userPresenceMissing
        case .userVerificationMissing: .userVerificationMissing
        case .backedUpWithoutEligibility, .backupEligibilityChanged: .backupFlagsInvalid
        case .algorithmNotAllowed: .algorithmNotAllowed
        case .formatNotAllowed, .attestationInvalid: .attestationInvalid
        case .attestationUntrusted: .attestationUntrusted
        case .attestationRequired: .attestationRequired
        case .authenticatorNotAllowed, .credentialNotAllowed: .credentialNotAllowed
        case .userHandleMismatch, .userHandleMissing: .userHandleMismatch
        case .signatureInvalid: .signatureInvalid
        case .counterRegressed: .counterRegressed
        }
    }
}

extension WebAuthnRefusal {
    /// What a developer should look at. Holds nothing secret and nothing of accounts.
    package var detail: String {
        switch self {
        case .malformed(let member, let reason): "\(member): \(reason)."
        case .typeMismatch: "The response belongs to the other ceremony: create and get were mixed up."
        case .challengeMismatch: "The challenge is not the one of the options. Ask for new options."
        case .originNotAllowed:
            "The ceremony was not begun from this origin, or the origin is not listed for this tenant."
        case .crossOriginNotAllowed, .topOriginNotAllowed: "Ceremonies inside another site's frame are not accepted."
        case .rpIDMismatch: "The passkey was used for another RP ID."
        case .userPresenceMissing: "The authenticator reports no user presence."
        case .userVerificationMissing: "This tenant requires user verification, and the authenticator reports none."
        case .backedUpWithoutEligibility: "The authenticator says backed up but not backup eligible."
        case .backupEligibilityChanged: "The passkey's backup eligibility changed."
        case .algorithmNotAllowed(let algorithm): "COSE algorithm \(algorithm) was not among pubKeyCredParams."
        case .keyInvalid(let reason): "The credential public key is not valid: \(reason)."
        case .credentialIDMismatch: "The credential id differs between the response and the authenticator data."
        case .credentialIDLength(let count): "A credential id has 1 to 1023 bytes, not \(count)."
        case .formatNotAllowed: "The attestation format is not accepted here."
        case .attestationInvalid(_, let reason): "The attestation statement does not verify: \(reason)."
        case .attestationUntrusted: "The attestation does not lead to a root that this tenant trusts."
        case .attestationRequired: "This tenant requires an attestation by a trusted authenticator."
        case .authenticatorNotAllowed: "This authenticator model is not accepted by this tenant."
        case .credentialNotAllowed: "Another passkey was asked for."
        case .userHandleMismatch: "The user handle does not belong to this passkey."
        case .userHandleMissing: "This tenant requires the user handle, and none was sent."
        case .signatureInvalid: "The signature does not verify."
        case .counterRegressed: "The signature counter did not grow: the passkey may be a copy."
        }
    }
}

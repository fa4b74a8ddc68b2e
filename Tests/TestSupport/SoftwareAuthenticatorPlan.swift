package import JSON

/// The attestation statements the software authenticator can make.
package enum SoftwareAttestation: Sendable, Hashable {
    case none, packedSelf, packedCertificate, fidoU2F, apple, androidKey, androidSafetyNet, tpm
    /// Several statements over the same authenticator data.
    case compound([SoftwareAttestation])
}

/// What one ceremony of the software authenticator shall do; everything starts out valid, and a test changes the one
/// thing it is about. The closures get a finished value before it is hashed, signed or encoded.
package struct SoftwareAuthenticatorPlan {
    /// A change to a value.
    package typealias Change<Value> = (inout Value) -> Void

    // MARK: The client

    /// `crossOrigin` in the client data; nil leaves the member out.
    package var crossOrigin: Bool? = false
    /// `topOrigin` in the client data.
    package var topOrigin: String?
    /// The client data's members.
    package var clientData: Change<JSONObject> = { _ in }
    /// The client data's bytes.
    package var clientDataBytes: Change<[UInt8]> = { _ in }
    /// `clientExtensionResults`.
    package var clientExtensionResults: JSONObject = [:]
    /// Create although a credential of `excludeCredentials` is here.
    package var ignoresExclusions = false
    /// The members of the inner `response` as they go to the server.
    package var response: Change<JSONObject> = { _ in }
    /// All of the credential as it goes to the server.
    package var credential: Change<JSONObject> = { _ in }

    // MARK: The authenticator

    /// The COSE algorithm; nil takes the first of `pubKeyCredParams` that the authenticator has.
    package var algorithm: Int?
    /// Bit UP.
    package var userPresent = true
    /// Bit UV.
    package var userVerified = true
    /// Bit BE; nil as the authenticator is.
    package var backupEligible: Bool?
    /// Bit BS; nil as the authenticator is.
    package var backedUp: Bool?
    /// The whole flags byte, instead of what would be right.
    package var flags: UInt8?
    /// The signature counter, instead of the authenticator's own.
    package var counter: UInt32?
    /// The RP ID that is hashed, instead of the one asked for.
    package var rpID: String?
    /// Sixteen bytes, instead of what the authenticator and the format say.
    package var aaguid: [UInt8]?
    /// The credential's id: at registration the new one, at authentication which to use even if it is not allowed.
    package var credentialID: [UInt8]?
    /// The authenticator's extension outputs.
    package var extensions: CBORItem?
    /// The COSE key.
    package var coseKey: Change<CBORItem> = { _ in }
    /// The authenticator data's bytes.
    package var authenticatorData: Change<[UInt8]> = { _ in }
    /// Signs in the place of the right key (the credential's, or the attestation key).
    package var signer: SoftwareKey?
    /// The bytes of the signature.
    package var signature: Change<[UInt8]> = { _ in }
    /// The user handle of an assertion; an empty one leaves the member out.
    package var userHandle: [UInt8]?

    // MARK: The attestation

    /// The statement to make.
    package var attestation: SoftwareAttestation = .none
    /// The statement's map.
    package var statement: Change<CBORItem> = { _ in }
    /// The attestation key, instead of a fresh one (`apple` and `android-key`: instead of the credential's).
    package var attestationKey: SoftwareKey?
    /// The attestation certificate.
    package var certificate: Change<CertificateTemplate> = { _ in }
    /// `android-key`: the key description in the certificate.
    package var keyDescription: Change<SoftwareKeyDescription> = { _ in }
    /// `tpm`: the public area, before its name is hashed.
    package var publicArea: Change<[UInt8]> = { _ in }
    /// `tpm`: the certify info, before it is signed.
    package var certifyInfo: Change<SoftwareCertifyInfo> = { _ in }
    /// `android-safetynet`: the members of the signed header.
    package var safetyNetHeader: Change<JSONObject> = { _ in }
    /// `android-safetynet`: the members of the signed answer.
    package var safetyNetPayload: Change<JSONObject> = { _ in }
    /// The attestation object's map.
    package var attestationObject: Change<CBORItem> = { _ in }

    /// A valid ceremony.
    package init() {}
}

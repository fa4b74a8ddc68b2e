/// Why an `android-key` attestation statement does not verify (WebAuthn §8.4), in words for the developer.
enum AndroidKeyFault: String {
    case shape = "a member is missing or of another type than it should be"
    case certificates = "x5c is missing"
    case algorithm = "alg is not an algorithm of credential keys"
    case signature = "sig is not the certified key's signature"
    case keyMismatch = "the certificate is for another key than the credential"
    case description = "the certificate holds no Android key description"
    case challenge = "the key description was made for another ceremony"
    case allApplications = "the key is open to all applications"
    case origin = "the key was not generated in the secure hardware"
    case purpose = "the secure hardware does not keep the key for signing"

    /// The refusal.
    var refusal: WebAuthnRefusal { .attestationInvalid(format: "android-key", reason: rawValue) }
}

/// Why an `android-safetynet` attestation statement does not verify (WebAuthn §8.5), in words for the developer.
enum SafetyNetFault: String {
    case shape = "a member is missing or of another type than it should be"
    case version = "ver is empty"
    case response = "response is not a signed SafetyNet answer"
    case certificates = "x5c does not hold certificates"
    case hostName = "the certificate is not for attest.android.com"
    case signature = "the signature of response is wrong"
    case nonce = "response was made for another ceremony"
    case integrity = "the device does not pass Google's compatibility tests"
    case timestamp = "response is too old or from the future"

    /// The refusal.
    var refusal: WebAuthnRefusal { .attestationInvalid(format: "android-safetynet", reason: rawValue) }
}

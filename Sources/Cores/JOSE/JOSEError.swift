/// Why a signed object is not believed.
package enum JOSEError: Error, Sendable, Hashable {
    /// More bytes than the caller allows.
    case tooLarge
    /// Not three parts with something in each.
    case notThreeParts
    /// A part is not base64url in its one spelling.
    case malformedEncoding
    /// The header is not a JSON object, or has a member twice.
    case malformedHeader
    /// The header asks for an extension (`crit`, `b64`): none is understood here.
    case criticalExtension
    /// `alg` is missing, no string, unknown, or not one the caller allows.
    case algorithmNotAllowed
    /// The key does not belong to `alg`: another kind or curve, or an RSA key under 2048 bits.
    case wrongKey
    /// The signature is not the key's.
    case badSignature
    /// `x5c` is missing, empty, longer than ten or does not hold certificates.
    case malformedCertificates
}

/// Why a FIDO metadata file is not used at all.
package enum MetadataError: Error, Sendable, Equatable {
    /// The file is larger than the limit given.
    case tooLarge
    /// It is not a compact JWS with an `x5c` header.
    case notSigned
    /// The signer's certificates do not lead to a root given, or are not for the metadata service.
    case untrustedSigner
    /// The signature is wrong.
    case badSignature
    /// The signed payload is not a metadata payload; the text says what is missing.
    case malformed(String)

    /// A sentence for the operator.
    package var message: String {
        switch self {
        case .tooLarge: "The metadata file is larger than the limit."
        case .notSigned: "The metadata file is not a signed JWT with an x5c header."
        case .untrustedSigner: "The metadata file is not signed by a certificate of the FIDO metadata service."
        case .badSignature: "The metadata file's signature is wrong."
        case .malformed(let what): "The metadata file is malformed: \(what)."
        }
    }
}

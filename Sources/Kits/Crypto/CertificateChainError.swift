internal import COpenSSL

/// Why a chain does not lead to an anchor.
package enum CertificateChainError: Error, Sendable, Hashable {
    /// No path to any of the anchors.
    case untrusted
    /// A certificate that is not an anchor has expired.
    case expired
    /// A certificate is not valid yet.
    case notYetValid
    /// A certificate that signed another is no certificate authority.
    case notCA
    /// A signature of the path does not fit.
    case badSignature
    /// A critical extension that neither OpenSSL nor the caller handles.
    case unknownCriticalExtension
    /// More certificates, or a longer path, than ten.
    case tooLong
    /// A key or hash below 80 bits of security (RSA under 1024 bits, SHA-1, MD5).
    case weak
    /// Any other rule is broken (path length, name constraints, malformed extension) or the verification could not run:
    /// OpenSSL's `X509_V_ERR_…`.
    case other(Int)

    init(code: Int32) {
        self =
            switch code {
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
                X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
                X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED:
                .untrusted
            case X509_V_ERR_CERT_HAS_EXPIRED: .expired
            case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
            case X509_V_ERR_INVALID_CA, X509_V_ERR_KEYUSAGE_NO_CERTSIGN, X509_V_ERR_INVALID_NON_CA: .notCA
            case X509_V_ERR_CERT_SIGNATURE_FAILURE: .badSignature
            case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: .unknownCriticalExtension
            case X509_V_ERR_CERT_CHAIN_TOO_LONG: .tooLong
            case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_CA_MD_TOO_WEAK: .weak
            default: .other(Int(code))
            }
    }
}

internal import COpenSSL

/// A signature scheme with its hash. COSE and JOSE bind each ECDSA one to a curve as well: see `curve`.
package enum SignatureAlgorithm: Sendable, Hashable, CaseIterable {
    /// ECDSA with SHA-256, SHA-384, SHA-512 over a NIST curve, and with SHA-256 over secp256k1.
    case es256, es384, es512, es256k
    /// EdDSA (RFC 8032). Ed448 keys are not signed with in production.
    case ed25519, ed448
    /// RSASSA-PKCS1-v1_5 with SHA-256, SHA-384, SHA-512.
    case rs256, rs384, rs512
    /// RSASSA-PSS, salt as long as the hash, MGF1 with the same hash.
    case ps256, ps384, ps512
    /// RSASSA-PKCS1-v1_5 with SHA-1: only verified, and only where a policy asks for it (Windows Hello attestations).
    case rs1

    /// The curve that COSE (RFC 9053, fully specified as in RFC 9864) and JOSE (RFC 7518) bind an ECDSA name to; nil
    /// for the others. `PublicKey.isValid` alone takes any NIST curve, as X.509 does.
    package var curve: Curve? {
        switch self {
        case .es256: .p256
        case .es384: .p384
        case .es512: .p521
        case .es256k: .secp256k1
        default: nil
        }
    }

    var isPSS: Bool {
        switch self {
        case .ps256, .ps384, .ps512: true
        default: false
        }
    }

    /// OpenSSL's digest; nil for EdDSA, which hashes by itself.
    var digest: OpaquePointer? {
        switch self {
        case .es256, .es256k, .rs256, .ps256: Algorithms.sha256
        case .es384, .rs384, .ps384: Algorithms.sha384
        case .es512, .rs512, .ps512: Algorithms.sha512
        case .rs1: Algorithms.sha1
        case .ed25519, .ed448: nil
        }
    }
}

/// How the two numbers of an ECDSA signature are written; other signatures have one form only.
package enum SignatureForm: Sendable {
    /// `SEQUENCE { INTEGER r, INTEGER s }` in DER: WebAuthn, X.509.
    case der
    /// `r` and `s` side by side, each of the curve's coordinate size: JOSE, COSE.
    case raw
}

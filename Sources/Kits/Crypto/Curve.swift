/// The elliptic curves of ECDSA keys.
package enum Curve: Sendable, Hashable, CaseIterable {
    /// NIST P-256 (secp256r1), P-384, P-521, and secp256k1.
    case p256, p384, p521, secp256k1

    /// The bytes of one coordinate, and of `r` and `s` in a raw signature.
    package var coordinateSize: Int {
        switch self {
        case .p256, .secp256k1: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// OpenSSL's name.
    var groupName: String {
        switch self {
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        case .secp256k1: "secp256k1"
        }
    }
}

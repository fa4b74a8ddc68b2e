package import Crypto

/// The COSE algorithms a credential key may have (IANA COSE registry; RFC 9053, RFC 8812, RFC 9864).
///
/// RS1 is not among them: SHA-1 signatures are no credentials. ML-DSA is not, because OpenSSL 3.0 lacks it.
package enum COSEAlgorithm: Int64, Sendable, CaseIterable, Hashable {
    case es256 = -7
    case edDSA = -8
    case esp256 = -9
    case ed25519 = -19
    case es384 = -35
    case es512 = -36
    case ps256 = -37
    case ps384 = -38
    case ps512 = -39
    case es256k = -47
    case esp384 = -51
    case esp512 = -52
    case ed448 = -53
    case rs256 = -257
    case rs384 = -258
    case rs512 = -259

    /// The registered name, as tenant files have it.
    package var name: String {
        switch self {
        case .es256: "ES256"
        case .edDSA: "EdDSA"
        case .esp256: "ESP256"
        case .ed25519: "Ed25519"
        case .es384: "ES384"
        case .es512: "ES512"
        case .ps256: "PS256"
        case .ps384: "PS384"
        case .ps512: "PS512"
        case .es256k: "ES256K"
        case .esp384: "ESP384"
        case .esp512: "ESP512"
        case .ed448: "Ed448"
        case .rs256: "RS256"
        case .rs384: "RS384"
        case .rs512: "RS512"
        }
    }

    /// The algorithm of a registered name; nil for any other.
    package init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
        self = found
    }

    /// The signature scheme.
    package var signature: SignatureAlgorithm {
        switch self {
        case .es256, .esp256: .es256
        case .es384, .esp384: .es384
        case .es512, .esp512: .es512
        case .es256k: .es256k
        case .edDSA, .ed25519: .ed25519
        case .ed448: .ed448
        case .rs256: .rs256
        case .rs384: .rs384
        case .rs512: .rs512
        case .ps256: .ps256
        case .ps384: .ps384
        case .ps512: .ps512
        }
    }
}

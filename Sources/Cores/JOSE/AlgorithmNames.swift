internal import Crypto

/// The `alg` names of RFC 7518, RFC 8037, RFC 8812 and RFC 9864 that this project verifies.
enum AlgorithmNames {
    /// What a name can stand for (`EdDSA` leaves the curve to the key); empty for unknown names. Exact bytes: `none` and
    /// its spellings are in no list.
    static func algorithms(named name: String) -> [SignatureAlgorithm] {
        table.first { $0.name.utf8.elementsEqual(name.utf8) }?.algorithms ?? []
    }

    private static let table: [(name: String, algorithms: [SignatureAlgorithm])] = [
        ("ES256", [.es256]), ("ES384", [.es384]), ("ES512", [.es512]), ("ES256K", [.es256k]),
        ("RS256", [.rs256]), ("RS384", [.rs384]), ("RS512", [.rs512]),
        ("PS256", [.ps256]), ("PS384", [.ps384]), ("PS512", [.ps512]),
        ("EdDSA", [.ed25519, .ed448]), ("Ed25519", [.ed25519]), ("Ed448", [.ed448]),
    ]
}

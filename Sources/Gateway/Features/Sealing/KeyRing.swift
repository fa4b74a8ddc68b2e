package import Crypto
import Text

/// The master keys of this deployment: the first seals, all open.
///
/// Sealed values begin with the id of their key, so that keys can be changed without a flag day.
package struct KeyRing: Sendable {
    private let keys: [MasterKey]

    /// Makes a ring; nil if it is empty or a key is shorter than 32 bytes.
    package init?(_ secrets: [Secret]) {
        guard !secrets.isEmpty, secrets.allSatisfy({ $0.bytes.count >= 32 }) else { return nil }
        keys = secrets.map(MasterKey.init)
    }

    /// What the database holds to tell whether it belongs to these keys.
    package var checks: [(keyID: String, value: [UInt8])] {
        keys.map { (keyID: Hex.encode($0.id), value: $0.checkValue) }
    }

    /// The key that seals new values.
    package var current: MasterKey { keys[0] }

    /// Seals `plain` for one purpose, bound to `associatedData`. The result is 32 bytes longer than `plain`.
    package func seal(
        _ plain: [UInt8], purpose: String, associatedData: [UInt8], random: RandomBytes
    ) throws(CryptoError) -> [UInt8] {
        let key = current
        let sealed = try AESGCM.seal(
            plain, key: key.derive(purpose), nonce: random(12), associatedData: associatedData)
        return key.id + sealed
    }

    /// Opens a sealed value; nil if no key of the ring made it for this purpose and these associated data.
    package func open(_ sealed: [UInt8], purpose: String, associatedData: [UInt8]) -> [UInt8]? {
        let id = Array(sealed.prefix(MasterKey.idLength))
        guard let key = keys.first(where: { $0.id == id }) else { return nil }
        return AESGCM.open(
            Array(sealed.dropFirst(MasterKey.idLength)), key: key.derive(purpose), associatedData: associatedData)
    }

    /// Bytes a sealed value is longer than what it holds: key id, nonce and tag.
    package static let overhead = MasterKey.idLength + 12 + 16
}

/// One master key and what is derived from it.
package struct MasterKey: Sendable {
    /// Bytes of the id that sealed values begin with.
    package static let idLength = 4

    /// Names the key without revealing it.
    package let id: [UInt8]
    /// Proves to the database that the same key is in use.
    package let checkValue: [UInt8]
    private let purposes: [String: Secret]
    private let secret: Secret

    init(_ secret: Secret) {
        self.secret = secret
        id = Array(HKDF.deriveKey(from: secret, info: "gatehouse key id").bytes.prefix(Self.idLength))
        checkValue = HKDF.deriveKey(from: secret, info: "gatehouse key check").bytes
        var purposes: [String: Secret] = [:]
        for purpose in SealPurpose.all {
            purposes[purpose] = HKDF.deriveKey(from: secret, info: "gatehouse " + purpose)
        }
        self.purposes = purposes
    }

    /// The key for one purpose; the known ones are derived once, at start.
    package func derive(_ purpose: String) -> Secret {
        purposes[purpose] ?? HKDF.deriveKey(from: secret, info: "gatehouse " + purpose)
    }
}

/// The purposes keys are derived for, one place for all, so that no two share a key by accident.
package enum SealPurpose {
    /// Anonymous ceremonies.
    package static let challenge = "challenge"
    /// Credential ids of names that have none.
    package static let madeUpCredential = "made-up credential"
    /// What ties a sign-in to a name.
    package static let usernameBinding = "username binding"
    static let all = [challenge, madeUpCredential, usernameBinding]
}

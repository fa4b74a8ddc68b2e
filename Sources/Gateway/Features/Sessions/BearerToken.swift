package import Crypto
import Text

/// An opaque bearer value: prefix, 32 random bytes and a checksum. Only its SHA-256 is ever stored.
///
/// The checksum (three bytes of SHA-256 over what precedes it) lets a scanner recognise a leaked token and lets the
/// gateway refuse garbage without a look into the store. It proves nothing.
package struct BearerToken: Sendable {
    /// What the value is, as its prefix tells.
    package enum Kind: String, Sendable {
        case session = "gths_"
    }

    /// The value that the caller holds. A secret.
    package let text: Secret
    /// What the store knows of it.
    package let hash: [UInt8]

    private static let bodyLength = 43
    private static let checksumLength = 4

    /// Makes a new token.
    package static func make(_ kind: Kind, random: RandomBytes) -> BearerToken {
        let body = kind.rawValue + Base64URL.encode(random(32))
        let text = Array((body + checksum(Array(body.utf8))).utf8)
        return BearerToken(text: Secret(text), hash: Digest.sha256(text))
    }

    /// The hash of a well-formed token of this kind; nil for anything else. Whether it is known is the store's word.
    package static func hash(of text: String, kind: Kind) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard bytes.count == kind.rawValue.utf8.count + bodyLength + checksumLength,
            bytes.starts(with: kind.rawValue.utf8)
        else { return nil }
        let body = Array(bytes.dropLast(checksumLength))
        guard Array(checksum(body).utf8) == Array(bytes.suffix(checksumLength)) else { return nil }
        return Digest.sha256(bytes)
    }

    private static func checksum(_ body: [UInt8]) -> String {
        Base64URL.encode(Array(Digest.sha256(body).prefix(3)))
    }
}

extension Secret {
    /// The value as text, for the one answer that hands it out.
    package var revealedText: String { String(decoding: bytes, as: UTF8.self) }
}

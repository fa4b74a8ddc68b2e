import Crypto
import Text

/// Subject key identifiers as the metadata service writes them.
enum KeyIdentifier {
    /// Lower-case hexadecimal SHA-1 over the key's bits (RFC 5280 §4.2.1.2, method 1).
    static func sha1(_ key: PublicKey) -> String? {
        guard let encoded = try? key.subjectPublicKeyInfo, let parts = (try? DERReader.parse(encoded))?.sequence,
            let bits = parts.last?.bits
        else { return nil }
        return Hex.encode(Digest.sha1(bits))
    }
}

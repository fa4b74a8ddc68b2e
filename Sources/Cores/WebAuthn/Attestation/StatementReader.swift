import CBOR
import Crypto

/// Reads the members that most statements have.
struct StatementReader {
    let format: AttestationFormat
    let statement: CBORMap

    /// A refusal of this format.
    func refuse(_ reason: String) -> WebAuthnRefusal {
        .attestationInvalid(format: format.rawValue, reason: reason)
    }

    func bytes(_ name: String) throws(WebAuthnRefusal) -> [UInt8] {
        guard let bytes = statement[text: name]?.bytes, !bytes.isEmpty else {
            throw refuse("\(name) is missing or no byte string")
        }
        return bytes
    }

    /// The certificates of `x5c`, leaf first; nil if the statement has none.
    func chain() throws(WebAuthnRefusal) -> [Certificate]? {
        guard let value = statement[text: "x5c"] else { return nil }
        guard let items = value.array, (1...CertificateChain.maxLength).contains(items.count) else {
            throw refuse("x5c is not an array of 1 to \(CertificateChain.maxLength) certificates")
        }
        var chain: [Certificate] = []
        for item in items {
            guard let der = item.bytes else { throw refuse("x5c holds something else than certificates") }
            do throws(CryptoError) {
                chain.append(try Certificate(der: der))
            } catch {
                throw refuse("a certificate of x5c cannot be read: \(error)")
            }
        }
        return chain
    }

    /// The certified key.
    func key(of certificate: Certificate) throws(WebAuthnRefusal) -> PublicKey {
        do throws(CryptoError) {
            return try certificate.publicKey
        } catch {
            throw refuse("the key of a certificate cannot be used: \(error)")
        }
    }

    /// The statement's own algorithm.
    func algorithm() throws(WebAuthnRefusal) -> SignatureAlgorithm {
        guard let label = statement[text: "alg"]?.integer else { throw refuse("alg is missing") }
        guard let algorithm = COSEAlgorithm(rawValue: label) else { throw refuse("alg \(label) is not supported") }
        return algorithm.signature
    }
}

package import Crypto
package import JSON
internal import Text

/// A JSON Web Signature in compact form (RFC 7515 section 7.1), read strictly; `verify` decides whether it is believed.
///
/// Which key verifies is the caller's to know: `jwk`, `jku` and `x5u` of the header are never used, `x5c` only when the
/// caller asks for `certificates()` and builds their chain.
package struct CompactJWS: Sendable {
    /// The protected header.
    package let header: JSONObject
    /// The payload's bytes.
    package let payload: [UInt8]
    /// What is signed: the first two parts as they stood.
    package let signingInput: [UInt8]
    /// The signature's bytes.
    package let signature: [UInt8]

    /// Takes `text` apart. `maxBytes` bounds all of it, before anything is decoded.
    package init(parsing text: String, maxBytes: Int = 65_536) throws(JOSEError) {
        guard text.utf8.count <= maxBytes else { throw .tooLarge }
        let dot = UInt8(ascii: ".")
        let parts = text.utf8.split(separator: dot, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { throw .notThreeParts }
        let decoded = parts.compactMap { Base64URL.decode(String(Substring($0))) }
        guard decoded.count == 3 else { throw .malformedEncoding }
        header = try Self.header(decoded[0])
        payload = decoded[1]
        signature = decoded[2]
        signingInput = Array(parts[0]) + [dot] + Array(parts[1])
    }

    private static func header(_ bytes: [UInt8]) throws(JOSEError) -> JSONObject {
        guard let header = (try? JSONReader.parse(bytes))?.object else { throw .malformedHeader }
        // RFC 7515 section 4.1.11: what must be understood and is not makes the whole object invalid.
        guard header["crit"] == nil, header["b64"] == nil else { throw .criticalExtension }
        return header
    }

    /// Believes the object when its `alg` is one of `allowed`, `key` is of the kind and curve of that algorithm, and the
    /// signature is the key's; throws otherwise.
    package func verify(with key: PublicKey, allowed: [SignatureAlgorithm]) throws(JOSEError) {
        guard let name = header["alg"]?.string else { throw .algorithmNotAllowed }
        let candidates = AlgorithmNames.algorithms(named: name).filter(allowed.contains)
        guard !candidates.isEmpty else { throw .algorithmNotAllowed }
        guard let algorithm = candidates.first(where: { Self.key(key, belongsTo: $0) }) else { throw .wrongKey }
        // JOSE writes r and s side by side; a DER signature, right for WebAuthn, is wrong here.
        guard key.isValid(signature: signature, for: signingInput, algorithm: algorithm, form: .raw) else {
            throw .badSignature
        }
    }

    private static func key(_ key: PublicKey, belongsTo algorithm: SignatureAlgorithm) -> Bool {
        switch key.parts {
        case .ec(let curve, _, _): curve == algorithm.curve
        case .rsa(let modulus, _): modulus.count >= 256 && key.fits(algorithm)
        case .ed25519, .ed448: key.fits(algorithm)
        }
    }

    /// The certificates of `x5c` (RFC 7515 section 4.1.6), the signer's first; nothing about them is verified.
    package func certificates() throws(JOSEError) -> [Certificate] {
        guard let items = header["x5c"]?.array, (1...CertificateChain.maxLength).contains(items.count) else {
            throw .malformedCertificates
        }
        var certificates: [Certificate] = []
        for item in items {
            guard let der = item.string.flatMap(Base64.decode), let certificate = try? Certificate(der: der) else {
                throw .malformedCertificates
            }
            certificates.append(certificate)
        }
        return certificates
    }
}

internal import COpenSSL

/// What kind of key to generate.
package enum KeyKind: Sendable, Hashable {
    /// ECDSA on the curve.
    case ec(Curve)
    /// EdDSA.
    case ed25519, ed448
    /// RSA; 2048 bits take 0.1 s of a core, so never on a request's own thread.
    case rsa(bits: Int)
}

/// A private key. OpenSSL wipes it when the last reference goes; it is never printed.
package struct PrivateKey: Sendable {
    let handle: KeyHandle
    /// The public half.
    package let publicKey: PublicKey

    init(_ handle: KeyHandle) throws(CryptoError) {
        self.handle = handle
        publicKey = try PublicKey.validated(handle)
    }

    /// A fresh key from OpenSSL's generator.
    package static func generate(_ kind: KeyKind) throws(CryptoError) -> PrivateKey {
        let pointer =
            switch kind {
            case .ec(let curve): shim_generate_ec_key(curve.groupName)
            case .ed25519: shim_generate_key("ED25519")
            case .ed448: shim_generate_key("ED448")
            case .rsa(let bits): (1024...16384).contains(bits) ? shim_generate_rsa_key(bits) : nil
            }
        guard let handle = KeyHandle(owning: pointer) else { throw ErrorQueue.failure("key generation") }
        return try PrivateKey(handle)
    }

    /// The signature over `message`; ECDSA in the form asked for. Throws `wrongKeyForAlgorithm` when the key does not
    /// fit and for RS1, which is only ever verified.
    package func sign(
        _ message: [UInt8], algorithm: SignatureAlgorithm, form: SignatureForm = .der
    ) throws(CryptoError) -> [UInt8] {
        guard publicKey.fits(algorithm), algorithm != .rs1 else { throw .wrongKeyForAlgorithm }
        guard let context = EVP_MD_CTX_new() else { throw ErrorQueue.failure("sign") }
        defer { EVP_MD_CTX_free(context) }
        var keyContext: OpaquePointer?
        guard EVP_DigestSignInit(context, &keyContext, algorithm.digest, nil, handle.pointer) == 1,
            !algorithm.isPSS || shim_pss_digest_salt(keyContext) == 1
        else { throw ErrorQueue.failure("sign") }
        var signature = [UInt8](repeating: 0, count: max(0, Int(EVP_PKEY_get_size(handle.pointer))))
        var count = signature.count
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
            throw ErrorQueue.failure("sign")
        }
        let result = Array(signature.prefix(count))
        guard case .ec(let curve, _, _) = publicKey.parts, form == .raw else { return result }
        guard let raw = ECDSASignature.raw(fromDER: result, curve: curve) else { throw ErrorQueue.failure("sign") }
        return raw
    }
}

extension PrivateKey: CustomStringConvertible, CustomReflectable {
    /// Always `[redacted]`.
    package var description: String { "[redacted]" }

    /// Without children: `dump` and test failures show nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

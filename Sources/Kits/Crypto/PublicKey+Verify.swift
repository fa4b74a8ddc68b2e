internal import COpenSSL

extension PublicKey {
    /// Whether `signature` is this key's over `message`; false too when the key does not fit the algorithm.
    ///
    /// ECDSA in DER must be the one strict encoding (OpenSSL encodes it again and compares), raw must be exactly twice
    /// the coordinate size. A high `s` is accepted: never identify anything by its signature. Ed25519 needs S < L.
    package func isValid(
        signature: [UInt8], for message: [UInt8], algorithm: SignatureAlgorithm, form: SignatureForm = .der
    ) -> Bool {
        guard fits(algorithm), let signature = encoded(signature, form), let context = EVP_MD_CTX_new() else {
            return false
        }
        defer {
            EVP_MD_CTX_free(context)
            ErrorQueue.clear()
        }
        var keyContext: OpaquePointer?
        guard EVP_DigestVerifyInit(context, &keyContext, algorithm.digest, nil, handle.pointer) == 1 else {
            return false
        }
        if algorithm.isPSS && shim_pss_digest_salt(keyContext) != 1 { return false }
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// The signature as OpenSSL wants it.
    private func encoded(_ signature: [UInt8], _ form: SignatureForm) -> [UInt8]? {
        guard case .ec(let curve, _, _) = parts, form == .raw else { return signature }
        return ECDSASignature.der(fromRaw: signature, curve: curve)
    }
}

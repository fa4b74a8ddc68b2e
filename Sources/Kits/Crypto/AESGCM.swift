internal import COpenSSL

/// AES-256-GCM: sealed bytes are nonce (12), ciphertext, tag (16).
package enum AESGCM {
    private static let keySize = 32
    private static let nonceSize = 12
    private static let tagSize = 16

    /// Encrypts `plain` and authenticates it with `associatedData`. `nonce`: 12 random bytes, used once for a key.
    ///
    /// Throws `invalidKey` for a key that is not 32 bytes or a nonce that is not 12, `library` when OpenSSL fails.
    package static func seal(
        _ plain: [UInt8], key: Secret, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard key.count == keySize, nonce.count == nonceSize else {
            throw .invalidKey("AES-256-GCM needs a key of 32 bytes and a nonce of 12")
        }
        var tag = [UInt8](repeating: 0, count: tagSize)
        guard let ciphertext = run(.seal, plain, key, nonce, associatedData, tag: &tag) else {
            throw ErrorQueue.failure("AES-256-GCM seal")
        }
        return nonce + ciphertext + tag
    }

    /// The plain bytes; nil when anything was changed, cut, or sealed under another key or other associated data.
    package static func open(_ sealed: [UInt8], key: Secret, associatedData: [UInt8]) -> [UInt8]? {
        guard key.count == keySize, sealed.count >= nonceSize + tagSize else { return nil }
        defer { ErrorQueue.clear() }
        let nonce = Array(sealed.prefix(nonceSize))
        var tag = Array(sealed.suffix(tagSize))
        let ciphertext = Array(sealed.dropFirst(nonceSize).dropLast(tagSize))
        return run(.open, ciphertext, key, nonce, associatedData, tag: &tag)
    }

    private enum Direction: Int32 {
        case open = 0
        case seal = 1
    }

    private static func run(
        _ direction: Direction, _ input: [UInt8], _ key: Secret, _ nonce: [UInt8], _ associatedData: [UInt8],
        tag: inout [UInt8]
    ) -> [UInt8]? {
        guard let inputCount = Int32(exactly: input.count), let associatedCount = Int32(exactly: associatedData.count),
            let context = EVP_CIPHER_CTX_new()
        else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        let isReady = key.withUnsafeBytes { key in
            EVP_CipherInit_ex2(context, Algorithms.aes256GCM, key.baseAddress, nonce, direction.rawValue, nil) == 1
        }
        guard isReady else { return nil }
        if direction == .open {
            guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1 else { return nil }
        }
        var output = [UInt8](repeating: 0, count: input.count + 16)
        var count: Int32 = 0
        var final: Int32 = 0
        // An update without output bytes is associated data; an empty one must not be made at all.
        guard associatedCount == 0 || EVP_CipherUpdate(context, nil, &count, associatedData, associatedCount) == 1,
            inputCount == 0 || EVP_CipherUpdate(context, &output, &count, input, inputCount) == 1,
            EVP_CipherFinal_ex(context, &output, &final) == 1
        else { return nil }
        if direction == .seal {
            guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), &tag) == 1 else { return nil }
        }
        return Array(output.prefix(input.count))
    }
}

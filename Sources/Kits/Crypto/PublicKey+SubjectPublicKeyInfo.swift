internal import COpenSSL

extension PublicKey {
    /// The key of a DER `SubjectPublicKeyInfo`: EC on a named curve of `Curve`, RSA, Ed25519 or Ed448, checked by the
    /// same rules as its raw parts. Throws for anything else and for trailing bytes.
    package init(subjectPublicKeyInfo der: [UInt8]) throws(CryptoError) {
        var consumed = 0
        let pointer = der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            let pointer = d2i_PUBKEY(nil, &cursor, buffer.count)
            consumed = cursor.map { $0 - (buffer.baseAddress ?? $0) } ?? 0
            return pointer
        }
        guard let handle = KeyHandle(owning: pointer) else { throw ErrorQueue.failure("SubjectPublicKeyInfo") }
        guard consumed == der.count else { throw .malformed("SubjectPublicKeyInfo with trailing bytes") }
        self = try PublicKey.validated(handle)
    }

    /// The DER `SubjectPublicKeyInfo`.
    package var subjectPublicKeyInfo: [UInt8] {
        get throws(CryptoError) {
            var bytes: UnsafeMutablePointer<UInt8>?
            let count = i2d_PUBKEY(handle.pointer, &bytes)
            guard count > 0, let bytes else { throw ErrorQueue.failure("SubjectPublicKeyInfo") }
            defer { shim_openssl_free(bytes) }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }
    }

    /// Takes a key of OpenSSL's apart and builds it anew, so that one set of rules stands for every way in.
    static func validated(_ handle: KeyHandle) throws(CryptoError) -> PublicKey {
        if handle.isA("EC") { return try ec(handle) }
        if handle.isA("RSA") {
            // A longer modulus does not fit the buffer, which is the bound of `RSARules` and a spare byte.
            guard let modulus = handle.number(OSSL_PKEY_PARAM_RSA_N, maxBytes: 2049),
                let exponent = handle.number(OSSL_PKEY_PARAM_RSA_E, maxBytes: 2049)
            else { throw .invalidKey("RSA modulus must have 1024 to 16384 bits") }
            return try rsa(modulus: modulus, exponent: exponent)
        }
        guard let raw = handle.rawPublicKey() else {
            ErrorQueue.clear()
            throw .unsupported("kind of public key")
        }
        if handle.isA("ED25519") { return try ed25519(raw) }
        if handle.isA("ED448") { return try ed448(raw) }
        throw .unsupported("kind of public key")
    }

    private static func ec(_ handle: KeyHandle) throws(CryptoError) -> PublicKey {
        var name = [UInt8](repeating: 0, count: 80)
        var count = 0
        let hasName = name.withUnsafeMutableBytes { buffer in
            EVP_PKEY_get_group_name(
                handle.pointer, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, &count) == 1
        }
        let group = String(decoding: name.prefix(count), as: UTF8.self)
        // Explicit parameters can describe a curve that only looks like the named one (CVE-2020-0601).
        guard hasName, shim_key_is_explicit(handle.pointer) == 0,
            let curve = Curve.allCases.first(where: { $0.groupName == group })
        else {
            ErrorQueue.clear()
            throw .unsupported("elliptic curve")
        }
        let size = curve.coordinateSize
        guard let x = handle.number(OSSL_PKEY_PARAM_EC_PUB_X, maxBytes: size),
            let y = handle.number(OSSL_PKEY_PARAM_EC_PUB_Y, maxBytes: size)
        else { throw ErrorQueue.failure("EC public key") }
        return try ec(curve: curve, x: padded(x, to: size), y: padded(y, to: size))
    }

    private static func padded(_ number: [UInt8], to size: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: max(0, size - number.count)) + number
    }
}

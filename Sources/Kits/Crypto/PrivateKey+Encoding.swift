internal import COpenSSL

extension PrivateKey {
    /// The key of unencrypted PKCS #8 in DER; throws for another form and for trailing bytes.
    package init(pkcs8 der: Secret) throws(CryptoError) {
        let (pointer, isWhole) = der.withUnsafeBytes { buffer in
            var cursor = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let end = cursor.map { $0 + buffer.count }
            guard let info = d2i_PKCS8_PRIV_KEY_INFO(nil, &cursor, buffer.count) else {
                return (OpaquePointer?.none, false)
            }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            return (EVP_PKCS82PKEY(info), cursor == end)
        }
        guard let handle = KeyHandle(owning: pointer) else { throw ErrorQueue.failure("PKCS #8") }
        guard isWhole else { throw .malformed("PKCS #8 with trailing bytes") }
        try self.init(handle)
    }

    /// The first private key of a PEM text, not encrypted.
    package init(pem text: Secret) throws(CryptoError) {
        let pointer = text.withUnsafeBytes { buffer -> OpaquePointer? in
            guard let count = Int32(exactly: buffer.count), let bio = BIO_new_mem_buf(buffer.baseAddress, count) else {
                return nil
            }
            defer { BIO_free(bio) }
            // Without a callback OpenSSL asks for the passphrase on the terminal.
            return PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let handle = KeyHandle(owning: pointer) else { throw ErrorQueue.failure("private key in PEM") }
        try self.init(handle)
    }

    /// Unencrypted PKCS #8 in DER.
    package var pkcs8: Secret {
        get throws(CryptoError) {
            try exported("PKCS #8") { i2d_PKCS8PrivateKey_bio($0, handle.pointer, nil, nil, 0, nil, nil) }
        }
    }

    /// Unencrypted PKCS #8 in PEM.
    package var pem: Secret {
        get throws(CryptoError) {
            try exported("PEM") { PEM_write_bio_PKCS8PrivateKey($0, handle.pointer, nil, nil, 0, nil, nil) }
        }
    }

    private func exported(_ call: String, _ write: (OpaquePointer) -> Int32) throws(CryptoError) -> Secret {
        guard let bio = BIO_new(BIO_s_secmem()) else { throw ErrorQueue.failure(call) }
        defer { BIO_free(bio) }
        var bytes: UnsafeMutablePointer<CChar>?
        guard write(bio) == 1 else { throw ErrorQueue.failure(call) }
        let count = shim_bio_bytes(bio, &bytes)
        return Secret(Array(UnsafeRawBufferPointer(start: bytes, count: max(0, count))))
    }
}

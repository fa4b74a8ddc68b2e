internal import COpenSSL

/// Owns one `EVP_PKEY`.
///
/// `@unchecked Sendable`: the key is complete when it gets here and nothing changes it after; OpenSSL 3 guards what it
/// caches inside a key with its own locks and counts references atomically.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes the key over; nil stays nil.
    init?(owning pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// A big-number parameter, big-endian without leading zeros.
    func number(_ name: String, maxBytes: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: maxBytes)
        let count = shim_key_number(pointer, name, &bytes, Int32(maxBytes))
        return count < 0 ? nil : Array(bytes.prefix(Int(count)))
    }

    /// The 32 or 57 bytes of an Edwards public key.
    func rawPublicKey() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        var count = bytes.count
        guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1 else { return nil }
        return Array(bytes.prefix(count))
    }

    func isA(_ type: String) -> Bool {
        EVP_PKEY_is_a(pointer, type) == 1
    }
}

internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104), over the digest that cannot fail: OpenSSL's own one fetches and may return nothing,
/// for which no caller of a MAC has an answer.
package enum HMACSHA256 {
    private static let blockSize = 64

    /// The 32-byte code of `message` under `key` of any length.
    package static func code(_ message: [UInt8], key: Secret) -> [UInt8] {
        var block = key.count > blockSize ? Digest.sha256(key.bytes) : key.bytes
        block.append(contentsOf: repeatElement(0, count: max(0, blockSize - block.count)))
        var inner = block.map { $0 ^ 0x36 }
        var outer = block.map { $0 ^ 0x5C }
        defer {
            wipe(&block)
            wipe(&inner)
            wipe(&outer)
        }
        inner.append(contentsOf: message)
        outer.append(contentsOf: Digest.sha256(inner))
        return Digest.sha256(outer)
    }
}

/// Overwrites the bytes so that freed memory does not keep them.
func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
}

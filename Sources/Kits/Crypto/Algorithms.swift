internal import COpenSSL

/// OpenSSL's algorithm objects, fetched once: an implicit fetch at every call costs more than a short hash.
///
/// `nonisolated(unsafe)`: they are written once by the initialiser of a `static let`, are immutable after it, and
/// OpenSSL counts references to them atomically.
enum Algorithms {
    nonisolated(unsafe) static let sha1 = EVP_MD_fetch(nil, "SHA1", nil)
    nonisolated(unsafe) static let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
    nonisolated(unsafe) static let sha384 = EVP_MD_fetch(nil, "SHA384", nil)
    nonisolated(unsafe) static let sha512 = EVP_MD_fetch(nil, "SHA512", nil)
    nonisolated(unsafe) static let aes256GCM = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
}

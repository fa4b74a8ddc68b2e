internal import COpenSSL

/// Whether both are the same bytes, in a time that depends on the lengths only.
package func constantTimeEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}

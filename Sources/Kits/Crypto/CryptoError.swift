/// Why a key, a certificate or an operation was refused. Carries no secret.
package enum CryptoError: Error, Sendable, Equatable {
    /// The key breaks a rule; the sentence says which.
    case invalidKey(String)
    /// A kind of key, curve or algorithm that this kit does not do.
    case unsupported(String)
    /// The key does not fit the algorithm, or the algorithm is not offered for signing.
    case wrongKeyForAlgorithm
    /// Bytes that are not what they should be; the sentence says what and why.
    case malformed(String)
    /// OpenSSL refused; `reasons` is its whole error queue, oldest first.
    case library(call: String, reasons: [String])
}

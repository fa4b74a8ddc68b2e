package import FoundationEssentials

/// The use of a sealed challenge: written once per tenant in the transaction it serves.
package struct SpentChallenge: Sendable, Equatable {
    /// SHA-256 of the challenge: 32 bytes.
    package let hash: [UInt8]
    /// When the challenge expires; until then its use must be remembered.
    package let expiresAt: Date

    /// Makes a use from its parts.
    package init(hash: [UInt8], expiresAt: Date) {
        self.hash = hash
        self.expiresAt = expiresAt
    }
}

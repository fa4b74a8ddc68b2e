package import FoundationEssentials

/// The challenge of a ceremony that belongs to a session. Anonymous ceremonies are sealed values and are not stored.
package struct StoredChallenge: Sendable, Equatable {
    /// SHA-256 of the challenge: 32 bytes.
    package let challengeHash: [UInt8]
    /// What the ceremony is for, `registration` for instance; a finish for something else does not find it.
    package let kind: String
    /// The account that began it.
    package let accountID: AccountID
    /// The public id of the session that began it; the challenge ends with the session.
    package let sessionID: String
    /// What the finish needs to know: JSON.
    package let payload: [UInt8]
    /// When it was made: the oldest go first when a session has too many.
    package let createdAt: Date
    /// When it can no longer be used.
    package let expiresAt: Date

    /// Makes a record from its parts.
    package init(
        challengeHash: [UInt8], kind: String, accountID: AccountID, sessionID: String, payload: [UInt8],
        createdAt: Date, expiresAt: Date
    ) {
        self.challengeHash = challengeHash
        self.kind = kind
        self.accountID = accountID
        self.sessionID = sessionID
        self.payload = payload
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

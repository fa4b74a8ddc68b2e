/// A further passkey for the account of a live session.
package struct AddPasskey: Sendable {
    /// The passkey to add; its `accountID` is the session's account.
    package let passkey: Passkey
    /// The public id of the session that began the ceremony.
    package let sessionID: String
    /// SHA-256 of the stored challenge that is used up.
    package let challengeHash: [UInt8]
    /// The stored challenge's kind.
    package let challengeKind: String
    /// The entry for the audit log.
    package let event: Event

    /// Makes an input from its parts.
    package init(passkey: Passkey, sessionID: String, challengeHash: [UInt8], challengeKind: String, event: Event) {
        self.passkey = passkey
        self.sessionID = sessionID
        self.challengeHash = challengeHash
        self.challengeKind = challengeKind
        self.event = event
    }
}

/// What came of adding a passkey. Whatever is not `added` wrote nothing, the use of the challenge included.
package enum AddPasskeyOutcome: Sendable, Equatable {
    /// The passkey can sign in now.
    case added
    /// The account was disabled.
    case accountDisabled
    /// The session ended or never existed.
    case sessionEnded
    /// The tenant has that credential already: also the answer to a repeated finish.
    case credentialExists
    /// The challenge was never stored for this session and kind, was used before, or has expired.
    case challengeSpent
    /// The account has as many as an account may have.
    case tooMany
}

/// What came of removing a passkey.
package enum RemovePasskeyOutcome: Sendable, Equatable {
    /// It is gone, and so are the sessions it made, whose token hashes these are.
    case removed(endedSessionTokenHashes: [[UInt8]])
    /// Nothing else could sign in; nothing was changed.
    case lastCredential
    /// The account has no such passkey.
    case notFound
}

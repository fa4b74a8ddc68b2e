/// How a sign-in moves the signature counter (WebAuthn Level 3 §7.2, step 22).
package enum CounterChange: Sendable, Equatable {
    /// The new value must be greater than the stored one, unless both are zero; decided when it is written.
    case mustNotRegress(UInt32)
    /// The new value is written whatever the stored one is.
    case set(UInt32)

    /// The value to write.
    package var value: UInt32 {
        switch self {
        case .mustNotRegress(let value), .set(let value): value
        }
    }
}

/// A verified assertion that becomes a session.
package struct SignIn: Sendable {
    /// The public id of the passkey that signed.
    package let passkeyID: String
    /// Its owner.
    package let accountID: AccountID
    /// The sealed challenge that is used up.
    package let spending: SpentChallenge
    /// What becomes of the counter.
    package let counter: CounterChange
    /// BS of the assertion.
    package let backedUp: Bool
    /// BE of the assertion: learnt when the stored value is unknown, else left alone.
    package let backupEligible: Bool
    /// Whether this assertion verified the user; once true it stays true.
    package let userVerified: Bool
    /// The session that begins, or what the re-authenticating session becomes.
    package let session: Session
    /// The token hash of the session that re-authenticates: it keeps its id and beginning, all else (token hash,
    /// passkey, client, `amr`, `acr`, times, re-authentication, kind) is taken from `session`.
    package let replacing: [UInt8]?
    /// The entry for the audit log.
    package let event: Event

    /// Makes an input from its parts.
    package init(
        passkeyID: String, accountID: AccountID, spending: SpentChallenge, counter: CounterChange, backedUp: Bool,
        backupEligible: Bool, userVerified: Bool, session: Session, replacing: [UInt8]? = nil, event: Event
    ) {
        self.passkeyID = passkeyID
        self.accountID = accountID
        self.spending = spending
        self.counter = counter
        self.backedUp = backedUp
        self.backupEligible = backupEligible
        self.userVerified = userVerified
        self.session = session
        self.replacing = replacing
        self.event = event
    }
}

/// What came of a sign-in. Whatever is not `signedIn` wrote nothing, the use of the challenge included.
package enum SignInOutcome: Sendable, Equatable {
    /// The session as stored: id and beginning are the old ones when it replaced one.
    case signedIn(Session)
    /// The challenge was used before or has expired.
    case challengeSpent
    /// The account no longer has that passkey.
    case credentialGone
    /// The account is disabled.
    case accountDisabled
    /// The stored counter is not below the new one: a copy of the authenticator may exist.
    case counterRegressed
    /// The session that was to be replaced ended meanwhile or is another account's.
    case sessionEnded
}

/// A new account with its first passkey and, usually, its first session.
package struct SignUp: Sendable {
    /// The account to make.
    package let account: Account
    /// The normalised name (`Username.normalize`) that must be free; `nil` when the account has none.
    package let usernameKey: String?
    /// Its first passkey.
    package let passkey: Passkey
    /// The session that begins with it.
    package let session: Session?
    /// The sealed challenge that is used up.
    package let spending: SpentChallenge
    /// The entry for the audit log.
    package let event: Event

    /// Makes an input from its parts.
    package init(
        account: Account, usernameKey: String?, passkey: Passkey, session: Session?, spending: SpentChallenge,
        event: Event
    ) {
        self.account = account
        self.usernameKey = usernameKey
        self.passkey = passkey
        self.session = session
        self.spending = spending
        self.event = event
    }
}

/// What came of a sign-up. Whatever is not `created` wrote nothing, the use of the challenge included.
package enum SignUpOutcome: Sendable, Equatable {
    /// The account exists now.
    case created
    /// The tenant has that credential already: also the answer to a repeated finish.
    case credentialExists
    /// The challenge was used before or has expired.
    case challengeSpent
    /// The name belongs to an account or is held after a deletion.
    case usernameTaken
}

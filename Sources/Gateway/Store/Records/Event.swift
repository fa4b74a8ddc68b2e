package import FoundationEssentials

/// One entry of the audit log. It never holds a token, a challenge or any other secret.
package struct Event: Sendable, Equatable {
    /// When it happened.
    package let at: Date
    /// What happened, `sign_in.passkey` for instance.
    package let type: String
    /// Whose account; `nil` when nobody was identified.
    package var accountID: AccountID?
    /// The public id of the session it happened in or made.
    package var sessionID: String?
    /// The client that asked.
    package let clientID: String?
    /// The caller's address as text.
    package let address: String
    /// The verified or claimed origin.
    package let origin: String?
    /// The id of the request, as in the log.
    package let requestID: String
    /// The public code of a refusal; `nil` for a success.
    package let reason: String?
    /// More about it: a small JSON object as text.
    package let detail: String?

    /// Makes an entry from its parts.
    package init(
        at: Date, type: String, accountID: AccountID? = nil, sessionID: String? = nil, clientID: String? = nil,
        address: String, origin: String? = nil, requestID: String, reason: String? = nil, detail: String? = nil
    ) {
        self.at = at
        self.type = type
        self.accountID = accountID
        self.sessionID = sessionID
        self.clientID = clientID
        self.address = address
        self.origin = origin
        self.requestID = requestID
        self.reason = reason
        self.detail = detail
    }
}

/// An entry as stored, with its place in the tenant's log.
package struct RecordedEvent: Sendable, Equatable {
    /// Grows with every entry of the tenant; `before:` of the next page.
    package let number: Int64
    /// The entry.
    package let event: Event
}

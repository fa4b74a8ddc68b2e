package import FoundationEssentials

/// How the holder of a session presents its token.
package enum SessionKind: String, Sendable {
    /// In a `__Host-` cookie.
    case cookie
    /// In an `Authorization` header.
    case bearer
}

/// A signed-in session. Its token is not in it: the store knows only the token's SHA-256.
package struct Session: Sendable, Equatable {
    /// The public random id under which the owner sees and ends it; stays when the session re-authenticates.
    package var id: String
    /// SHA-256 of the token: 32 bytes, unique in the tenant.
    package var tokenHash: [UInt8]
    /// Whose session it is.
    package var accountID: AccountID
    /// The public id of the passkey that made it; removing that passkey ends the session.
    package var passkeyID: String?
    /// The client that asked for it.
    package var clientID: String?
    /// Whether the verified origin proved that client.
    package var clientProven: Bool
    /// Authentication methods (RFC 8176 and `hwk`/`swk`).
    package var amr: [String]
    /// Authentication context class: `phr` or `1`.
    package var acr: String
    /// When the person last proved themselves.
    package var authTime: Date
    /// When the session began.
    package var createdAt: Date
    /// When it ends unless used before; never after `expiresAt` (the store writes the earlier of both).
    package var idleExpiresAt: Date
    /// When it ends whatever happens.
    package var expiresAt: Date
    /// When it was last used, as exact as touches are frequent.
    package var lastSeenAt: Date
    /// SHA-256 of the re-authentication value; `nil` when none was given.
    package var reauthenticationHash: [UInt8]?
    /// Until when that value counts.
    package var reauthenticationExpiresAt: Date?
    /// Cookie or bearer.
    package var kind: SessionKind
    /// The `User-Agent` it began with, at most 200 bytes.
    package var userAgent: String
    /// The verified origin it began at.
    package var origin: String

    /// Makes a record from its parts.
    package init(
        id: String, tokenHash: [UInt8], accountID: AccountID, passkeyID: String?, clientID: String?,
        clientProven: Bool, amr: [String], acr: String, authTime: Date, createdAt: Date, idleExpiresAt: Date,
        expiresAt: Date, lastSeenAt: Date, reauthenticationHash: [UInt8]?, reauthenticationExpiresAt: Date?,
        kind: SessionKind, userAgent: String, origin: String
    ) {
        self.id = id
        self.tokenHash = tokenHash
        self.accountID = accountID
        self.passkeyID = passkeyID
        self.clientID = clientID
        self.clientProven = clientProven
        self.amr = amr
        self.acr = acr
        self.authTime = authTime
        self.createdAt = createdAt
        self.idleExpiresAt = idleExpiresAt
        self.expiresAt = expiresAt
        self.lastSeenAt = lastSeenAt
        self.reauthenticationHash = reauthenticationHash
        self.reauthenticationExpiresAt = reauthenticationExpiresAt
        self.kind = kind
        self.userAgent = userAgent
        self.origin = origin
    }
}

/// A live session together with its account, which is not disabled.
package struct SessionAndAccount: Sendable, Equatable {
    /// The session.
    package let session: Session
    /// Its owner.
    package let account: Account

    /// A session and the account it belongs to.
    package init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }
}

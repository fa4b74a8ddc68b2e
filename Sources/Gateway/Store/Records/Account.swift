package import FoundationEssentials

/// The internal id of an account: the 16 bytes of a UUIDv7. It never leaves the gateway.
package struct AccountID: Hashable, Sendable {
    /// The 16 bytes, in network order.
    package let bytes: [UInt8]

    /// Takes the 16 bytes of a UUIDv7; the store refuses to write any other length.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A person's account in one tenant.
package struct Account: Sendable, Equatable {
    /// The internal id.
    package let id: AccountID
    /// `sub` as services see it: opaque, at most 255 bytes, never used again.
    package let subject: String
    /// WebAuthn's `user.id`: 1 to 64 bytes, unique in the tenant.
    package let userHandle: [UInt8]
    /// The name as the person typed it; `nil` for an account without a name. Look-up goes by the normalised key.
    package let username: String?
    /// The name that pages show.
    package let displayName: String?
    /// When the account was made.
    package let createdAt: Date
    /// When the account was disabled; `nil` while it may sign in.
    package let disabledAt: Date?

    /// Makes a record from its parts.
    package init(
        id: AccountID, subject: String, userHandle: [UInt8], username: String?, displayName: String?,
        createdAt: Date, disabledAt: Date? = nil
    ) {
        self.id = id
        self.subject = subject
        self.userHandle = userHandle
        self.username = username
        self.displayName = displayName
        self.createdAt = createdAt
        self.disabledAt = disabledAt
    }
}

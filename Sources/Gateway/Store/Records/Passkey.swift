package import FoundationEssentials

/// A registered credential (WebAuthn Level 3 §4, "credential record").
package struct Passkey: Sendable, Equatable {
    /// The public random id under which the account's owner names and removes it.
    package let id: String
    /// The authenticator's credential id: at most 1023 bytes, unique for the RP ID in the tenant.
    package let credentialID: [UInt8]
    /// The account that owns it.
    package let accountID: AccountID
    /// The RP ID it was made for.
    package let rpID: String
    /// The credential public key as the authenticator sent it: COSE_Key bytes.
    package let publicKey: [UInt8]
    /// The last signature counter seen.
    package let signCount: UInt32
    /// Whether it may be backed up (BE); `nil` when that was never seen (imported).
    package let backupEligible: Bool?
    /// Whether it was backed up when last seen (BS).
    package let backedUp: Bool
    /// Whether user verification was ever seen with it.
    package let uvInitialized: Bool
    /// The authenticator model in its text form.
    package let aaguid: String
    /// `transports` as the browser reported them.
    package let transports: [String]
    /// The name its owner sees.
    package let name: String
    /// The attestation statement format, `none` among them.
    package let attestation: String
    /// Whether that attestation led to a root the tenant trusts.
    package let attestationTrusted: Bool
    /// When it was registered.
    package let createdAt: Date
    /// When it last signed in; `nil` before the first time.
    package let lastUsedAt: Date?
    /// Whether it came from a conditional registration (no user gesture).
    package let createdConditionally: Bool

    /// Makes a record from its parts.
    package init(
        id: String, credentialID: [UInt8], accountID: AccountID, rpID: String, publicKey: [UInt8], signCount: UInt32,
        backupEligible: Bool?, backedUp: Bool, uvInitialized: Bool, aaguid: String, transports: [String],
        name: String, attestation: String, attestationTrusted: Bool, createdAt: Date, lastUsedAt: Date? = nil,
        createdConditionally: Bool = false
    ) {
        self.id = id
        self.credentialID = credentialID
        self.accountID = accountID
        self.rpID = rpID
        self.publicKey = publicKey
        self.signCount = signCount
        self.backupEligible = backupEligible
        self.backedUp = backedUp
        self.uvInitialized = uvInitialized
        self.aaguid = aaguid
        self.transports = transports
        self.name = name
        self.attestation = attestation
        self.attestationTrusted = attestationTrusted
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.createdConditionally = createdConditionally
    }
}

/// A passkey together with the account it signs in, disabled accounts included.
package struct PasskeyAndAccount: Sendable, Equatable {
    /// The credential.
    package let passkey: Passkey
    /// Its owner.
    package let account: Account
}

/// What a counter that did not grow means (§7.2 step 22 leaves it to the relying party).
package enum CounterPolicy: String, Sendable, CaseIterable {
    /// Refuse for device-bound credentials, record for synced ones, whose vaults count for themselves.
    case auto
    case reject
    case warn
}

/// What an authentication is held against.
package struct AuthenticationExpectation: Sendable {
    /// What both ceremonies share.
    package var ceremony: CeremonyExpectation
    /// `allowCredentials` as they were sent; nil if there were none.
    package var allowedCredentialIDs: [[UInt8]]?
    /// Whether a response without user handle is refused.
    package var requireUserHandle: Bool
    /// What a counter that did not grow means.
    package var counter: CounterPolicy
    /// The U2F AppID that was sent as an extension.
    package var appID: String?
    /// Whether a changed BE flag is refused; by default it is a finding, because providers do change it.
    package var refusesEligibilityChange = false

    /// Puts an expectation together.
    package init(
        ceremony: CeremonyExpectation, allowedCredentialIDs: [[UInt8]]?, requireUserHandle: Bool,
        counter: CounterPolicy, appID: String?
    ) {
        self.ceremony = ceremony
        self.allowedCredentialIDs = allowedCredentialIDs
        self.requireUserHandle = requireUserHandle
        self.counter = counter
        self.appID = appID
    }
}

/// The credential record that the id led to.
package struct StoredCredential: Sendable {
    /// The credential id.
    package let id: [UInt8]
    /// The COSE bytes of the registration.
    package let publicKey: [UInt8]
    /// The last counter.
    package let signCount: UInt32
    /// BE; nil if it was never seen.
    package let backupEligible: Bool?
    /// The owner's handle.
    package let userHandle: [UInt8]

    /// Puts a record together.
    package init(id: [UInt8], publicKey: [UInt8], signCount: UInt32, backupEligible: Bool?, userHandle: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.backupEligible = backupEligible
        self.userHandle = userHandle
    }
}

/// An authentication that passed every check; what the record is updated with (§7.2 step 24).
package struct VerifiedAuthentication: Sendable {
    /// The new counter.
    package let signCount: UInt32
    /// UV
    package let userVerified: Bool
    /// BE
    package let backupEligible: Bool
    /// BS
    package let backedUp: Bool
    /// What an operator may want to know.
    package let findings: [Finding]
}

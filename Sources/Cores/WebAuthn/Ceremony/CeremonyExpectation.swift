/// What both ceremonies are held against. It comes from the server's record of the ceremony and the tenant's file,
/// never from the request.
package struct CeremonyExpectation: Sendable {
    /// The RP ID.
    package var rpID: String
    /// The challenge as the base64url text that was sent.
    package var challenge: String
    /// The origins that may finish this ceremony, compared byte for byte.
    package var origins: [String]
    /// The sites that may embed it, if `allowCrossOrigin`.
    package var topOrigins: [String]
    /// Whether `crossOrigin: true` is accepted.
    package var allowCrossOrigin: Bool
    /// Whether UV must be set.
    package var userVerificationRequired: Bool

    /// Puts an expectation together.
    package init(
        rpID: String, challenge: String, origins: [String], topOrigins: [String], allowCrossOrigin: Bool,
        userVerificationRequired: Bool
    ) {
        self.rpID = rpID
        self.challenge = challenge
        self.origins = origins
        self.topOrigins = topOrigins
        self.allowCrossOrigin = allowCrossOrigin
        self.userVerificationRequired = userVerificationRequired
    }
}

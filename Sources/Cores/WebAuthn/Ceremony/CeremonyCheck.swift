import Crypto
import Text

/// The steps that §7.1 and §7.2 share.
enum CeremonyCheck {
    /// §7.1 steps 7 to 11, §7.2 steps 10 to 14.
    static func clientData(
        _ data: ClientData, type: String, _ expected: CeremonyExpectation
    ) throws(WebAuthnRefusal) {
        guard data.type.isByteEqual(to: type) else { throw .typeMismatch }
        // The text is compared, not what it decodes to: a second spelling of the same bytes is another challenge.
        guard constantTimeEqual(Array(data.challenge.utf8), Array(expected.challenge.utf8)) else {
            throw .challengeMismatch
        }
        guard contains(expected.origins, data.origin) else { throw .originNotAllowed(data.origin) }
        if data.crossOrigin == true, !expected.allowCrossOrigin { throw .crossOriginNotAllowed }
        if let topOrigin = data.topOrigin {
            guard expected.allowCrossOrigin, contains(expected.topOrigins, topOrigin) else {
                throw .topOriginNotAllowed(topOrigin)
            }
        }
    }

    /// §7.1 step 14, §7.2 step 15.
    static func rpIDHash(_ data: AuthenticatorData, _ rpID: String) throws(WebAuthnRefusal) {
        guard constantTimeEqual(data.rpIDHash, Digest.sha256(Array(rpID.utf8))) else { throw .rpIDMismatch }
    }

    /// §7.1 steps 15 to 17, §7.2 steps 16 to 18. A conditional registration comes without a gesture: it is excused from
    /// UP, and the server must not begin one where it requires UV. That it is one is the server's own record.
    static func flags(
        _ data: AuthenticatorData, _ expected: CeremonyExpectation, conditional: Bool
    ) throws(WebAuthnRefusal) {
        if !data.userPresent, !conditional { throw .userPresenceMissing }
        if !data.userVerified, expected.userVerificationRequired { throw .userVerificationMissing }
        if data.backedUp, !data.backupEligible { throw .backedUpWithoutEligibility }
    }

    private static func contains(_ list: [String], _ text: String) -> Bool {
        list.contains { $0.isByteEqual(to: text) }
    }
}

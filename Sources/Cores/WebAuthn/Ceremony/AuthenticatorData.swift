package import CBOR

/// What the authenticator vouches for (WebAuthn Level 3 §6.1).
package struct AuthenticatorData: Sendable {
    /// The bytes that were signed.
    package let raw: [UInt8]
    /// SHA-256 of the RP ID; 32 bytes.
    package let rpIDHash: [UInt8]
    /// UP: a person was there.
    package let userPresent: Bool
    /// UV: the person was verified.
    package let userVerified: Bool
    /// BE: the credential may be backed up.
    package let backupEligible: Bool
    /// BS: it is.
    package let backedUp: Bool
    /// The signature counter.
    package let signCount: UInt32
    /// The new credential, at registration.
    package let attested: AttestedCredentialData?
    /// The authenticator extension outputs.
    package let extensions: CBORMap?

    /// The new credential of a registration (§6.5.1).
    package struct AttestedCredentialData: Sendable {
        /// The authenticator's model.
        package let aaguid: AAGUID
        /// The credential id.
        package let credentialID: [UInt8]
        /// The credential public key as COSE bytes, never encoded again.
        package let publicKey: [UInt8]
    }

    /// Reads the bytes: flags and parts agree, and nothing is left over.
    package init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
        var reader = AuthenticatorDataReader(bytes)
        let hash = try reader.take(32, "rpIdHash")
        let flags = try reader.number(1, "flags")
        raw = bytes
        rpIDHash = Array(hash)
        userPresent = flags & 0x01 != 0
        userVerified = flags & 0x04 != 0
        backupEligible = flags & 0x08 != 0
        backedUp = flags & 0x10 != 0
        signCount = try reader.number(4, "signCount")
        attested = flags & 0x40 != 0 ? try reader.attestedCredentialData() : nil
        extensions = flags & 0x80 != 0 ? try reader.map("extensions").map : nil
        try reader.expectEnd()
    }
}

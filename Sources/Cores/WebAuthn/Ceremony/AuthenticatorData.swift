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
        guard bytes.count >= 37 else { throw Self.malformed("shorter than 37 bytes") }
        let flags = bytes[32]
        raw = bytes
        rpIDHash = Array(bytes[0..<32])
        userPresent = flags & 0x01 != 0
        userVerified = flags & 0x04 != 0
        backupEligible = flags & 0x08 != 0
        backedUp = flags & 0x10 != 0
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var position = 37
        attested = flags & 0x40 != 0 ? try Self.attested(bytes, &position) : nil
        extensions = flags & 0x80 != 0 ? try Self.map(bytes, &position, "extensions") : nil
        guard position == bytes.count else { throw Self.malformed("bytes are left over") }
    }

    private static func attested(
        _ bytes: [UInt8], _ position: inout Int
    ) throws(WebAuthnRefusal) -> AttestedCredentialData {
        guard bytes.count >= position + 18, let aaguid = AAGUID(Array(bytes[position..<(position + 16)])) else {
            throw malformed("attested credential data is cut short")
        }
        let length = Int(bytes[position + 16]) << 8 | Int(bytes[position + 17])
        position += 18
        guard (1...1023).contains(length) else { throw .credentialIDLength(length) }
        guard bytes.count - position >= length else { throw malformed("the credential id is cut short") }
        let id = Array(bytes[position..<(position + length)])
        position += length
        let start = position
        _ = try map(bytes, &position, "credential public key")
        return AttestedCredentialData(
            aaguid: aaguid, credentialID: id, publicKey: Array(bytes[start..<position]))
    }

    private static func map(
        _ bytes: [UInt8], _ position: inout Int, _ what: String
    ) throws(WebAuthnRefusal) -> CBORMap {
        do throws(CBORError) {
            let (value, end) = try CBORReader.decodeFirst(bytes, from: position)
            guard case .map(let map) = value else { throw CBORError.unsupported }
            position = end
            return map
        } catch {
            throw malformed("\(what): \(error)")
        }
    }

    private static func malformed(_ reason: String) -> WebAuthnRefusal {
        .malformed(member: "authenticatorData", reason: reason)
    }
}

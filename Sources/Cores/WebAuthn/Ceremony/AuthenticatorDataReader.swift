import CBOR

/// A position in authenticator data. It only ever moves towards the end, so no read can run over it.
struct AuthenticatorDataReader {
    private let bytes: [UInt8]
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        rest = bytes[...]
    }

    mutating func take(_ count: Int, _ what: String) throws(WebAuthnRefusal) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw Self.malformed("\(what) is cut short") }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }

    /// A big-endian number of one to four bytes.
    mutating func number(_ count: Int, _ what: String) throws(WebAuthnRefusal) -> UInt32 {
        try take(count, what).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// One CBOR map, with the bytes it was read from.
    mutating func map(_ what: String) throws(WebAuthnRefusal) -> (map: CBORMap, raw: ArraySlice<UInt8>) {
        let value: CBORValue, end: Int
        do throws(CBORError) {
            (value, end) = try CBORReader.decodeFirst(bytes, from: rest.startIndex)
        } catch {
            throw Self.malformed("\(what): \(error)")
        }
        guard case .map(let map) = value else { throw Self.malformed("\(what): no map") }
        return (map, try take(end - rest.startIndex, what))
    }

    /// §6.5.1
    mutating func attestedCredentialData() throws(WebAuthnRefusal) -> AuthenticatorData.AttestedCredentialData {
        guard let aaguid = AAGUID(Array(try take(16, "aaguid"))) else { throw Self.malformed("no aaguid") }
        let length = Int(try number(2, "credentialIdLength"))
        guard (1...1023).contains(length) else { throw .credentialIDLength(length) }
        let id = try take(length, "credentialId")
        let key = try map("credentialPublicKey").raw
        return AuthenticatorData.AttestedCredentialData(
            aaguid: aaguid, credentialID: Array(id), publicKey: Array(key))
    }

    func expectEnd() throws(WebAuthnRefusal) {
        guard rest.isEmpty else { throw Self.malformed("bytes are left over") }
    }

    private static func malformed(_ reason: String) -> WebAuthnRefusal {
        .malformed(member: "authenticatorData", reason: reason)
    }
}

import CBOR

/// The attestation object (§6.5.4): format, statement and authenticator data, nothing after them.
struct AttestationObject {
    let format: String
    let statement: CBORValue
    let authenticatorData: [UInt8]

    init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
        let value: CBORValue
        do throws(CBORError) {
            value = try CBORReader.decode(bytes)
        } catch {
            throw Self.malformed("not strict CBOR: \(error)")
        }
        guard let map = value.map, let format = map[text: "fmt"]?.text, let statement = map[text: "attStmt"],
            let data = map[text: "authData"]?.bytes
        else { throw Self.malformed("fmt, attStmt or authData is missing") }
        self.format = format
        self.statement = statement
        authenticatorData = data
    }

    private static func malformed(_ reason: String) -> WebAuthnRefusal {
        .malformed(member: "response.attestationObject", reason: reason)
    }
}

package import JSON

/// A `RegistrationResponseJSON` (§5.1.4), as browsers, iOS and Android send it.
package struct RegistrationResponse: Sendable {
    /// The credential id as the client says it.
    package let credentialID: [UInt8]
    /// The bytes the client hashed.
    package let clientDataJSON: [UInt8]
    /// What they say.
    package let clientData: ClientData
    /// The attestation object.
    package let attestationObject: [UInt8]
    /// The transports as reported; opaque words.
    package let transports: [String]

    /// Reads the members. The specification's dictionary has a `type`, but wrappers of native calls leave it out, so it
    /// is asked for only on demand; one that is there must be right.
    package static func parse(
        _ json: JSONValue, requiringType: Bool = false
    ) throws(WebAuthnRefusal) -> RegistrationResponse {
        let members = try ResponseMembers(json, requiringType: requiringType)
        let clientDataJSON = try members.required("clientDataJSON")
        return RegistrationResponse(
            credentialID: try members.credentialID(), clientDataJSON: clientDataJSON,
            clientData: try ClientData(clientDataJSON),
            attestationObject: try members.required("attestationObject"), transports: members.transports())
    }
}

package import JSON

/// An `AuthenticationResponseJSON` (§5.1.5), as browsers, iOS and Android send it.
package struct AuthenticationResponse: Sendable {
    /// The credential id.
    package let credentialID: [UInt8]
    /// The bytes the client hashed.
    package let clientDataJSON: [UInt8]
    /// What they say.
    package let clientData: ClientData
    /// The authenticator data as signed.
    package let authenticatorData: [UInt8]
    /// The signature.
    package let signature: [UInt8]
    /// The user handle; an empty one is absent, as Safari sends it.
    package let userHandle: [UInt8]?
    /// Whether the client says that it used the U2F AppID.
    package let usedAppID: Bool

    /// Reads the members. The specification's dictionary has a `type`, but wrappers of native calls leave it out, so it
    /// is asked for only on demand; one that is there must be right.
    package static func parse(
        _ json: JSONValue, requiringType: Bool = false
    ) throws(WebAuthnRefusal) -> AuthenticationResponse {
        let members = try ResponseMembers(json, requiringType: requiringType)
        let clientDataJSON = try members.required("clientDataJSON")
        return AuthenticationResponse(
            credentialID: try members.credentialID(), clientDataJSON: clientDataJSON,
            clientData: try ClientData(clientDataJSON),
            authenticatorData: try members.required("authenticatorData"),
            signature: try members.required("signature"), userHandle: try members.optional("userHandle"),
            usedAppID: members.extensionFlag("appid"))
    }
}

import JSON

/// `/.well-known/passkey-endpoints` (W3C, "A Well-Known URL for Relying Party Passkey Endpoints")
package enum PasskeyEndpoints {
    /// An empty object says that passkeys are supported, and that there is no page for them.
    package static func document() -> [UInt8] { JSONValue.object([:]).serialized() }
}

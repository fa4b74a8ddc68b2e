import JSON

/// What the client vouches for (WebAuthn Level 3 §5.8.1). Unknown members are ignored, `tokenBinding` among them.
package struct ClientData: Sendable {
    /// `webauthn.create` or `webauthn.get`.
    package let type: String
    /// The challenge as the base64url text it was sent as.
    package let challenge: String
    /// Where the ceremony ran.
    package let origin: String
    /// Whether it ran in a frame of another site; nil if not said.
    package let crossOrigin: Bool?
    /// The site on top, if it was another.
    package let topOrigin: String?

    /// Reads the bytes the client hashed: UTF-8, a leading byte order mark dropped, strict JSON.
    package init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONReader.parse(text)
        } catch {
            throw .malformed(member: "response.clientDataJSON", reason: "not strict JSON: \(error)")
        }
        type = try Self.text("type", json)
        challenge = try Self.text("challenge", json)
        origin = try Self.text("origin", json)
        switch json["crossOrigin"] {
        case nil: crossOrigin = nil
        case .bool(let value): crossOrigin = value
        default: throw .malformed(member: "clientData.crossOrigin", reason: "not a boolean")
        }
        topOrigin = json["topOrigin"] == nil ? nil : try Self.text("topOrigin", json)
    }

    private static func text(_ name: String, _ json: JSONValue) throws(WebAuthnRefusal) -> String {
        guard let text = json[name]?.string else {
            throw .malformed(member: "clientData.\(name)", reason: "missing or not a string")
        }
        return text
    }
}

import JSON
import Text

/// Reads the members of a `RegistrationResponseJSON` or `AuthenticationResponseJSON` (§5.1).
///
/// Only the id and the bytes of `response` are required: providers leave everything else out.
struct ResponseMembers {
    private let json: JSONValue
    private let response: JSONValue

    init(_ json: JSONValue, requiringType: Bool) throws(WebAuthnRefusal) {
        self.json = json
        guard json.object != nil, let response = json["response"], response.object != nil else {
            throw .malformed(member: "response", reason: "missing or not an object")
        }
        let type = json["type"] ?? .null
        guard type == "public-key" || type == .null && !requiringType else {
            throw .malformed(member: "type", reason: "not \"public-key\"")
        }
        self.response = response
    }

    /// `id` or `rawId`; if both are there they must agree.
    func credentialID() throws(WebAuthnRefusal) -> [UInt8] {
        let id = try Self.bytes(json["id"], "id")
        let rawID = try Self.bytes(json["rawId"], "rawId")
        guard let found = id ?? rawID else { throw .malformed(member: "id", reason: "missing") }
        if let id, let rawID, id != rawID { throw .credentialIDMismatch }
        guard (1...1023).contains(found.count) else { throw .credentialIDLength(found.count) }
        return found
    }

    /// A binary member of `response` that must be there.
    func required(_ name: String) throws(WebAuthnRefusal) -> [UInt8] {
        guard let bytes = try Self.bytes(response[name], "response.\(name)"), !bytes.isEmpty else {
            throw .malformed(member: "response.\(name)", reason: "missing")
        }
        return bytes
    }

    /// A binary member of `response`; missing, null and empty are the same.
    func optional(_ name: String) throws(WebAuthnRefusal) -> [UInt8]? {
        guard let bytes = try Self.bytes(response[name], "response.\(name)"), !bytes.isEmpty else { return nil }
        return bytes
    }

    /// Words the client reports, kept as they are and never used for a decision. At most 8 of at most 32 bytes.
    func transports() -> [String] {
        let words = (response["transports"]?.array ?? []).compactMap(\.string)
        return Array(words.filter { (1...32).contains($0.utf8.count) }.prefix(8))
    }

    /// A boolean client extension output.
    func extensionFlag(_ name: String) -> Bool { json["clientExtensionResults"]?[name]?.bool == true }

    private static func bytes(_ value: JSONValue?, _ member: String) throws(WebAuthnRefusal) -> [UInt8]? {
        switch value {
        case nil, .null: return nil
        case .string(let text):
            guard let bytes = Base64URL.decode(text) else {
                throw .malformed(member: member, reason: "not base64url without padding")
            }
            return bytes
        default: throw .malformed(member: member, reason: "not a string")
        }
    }
}

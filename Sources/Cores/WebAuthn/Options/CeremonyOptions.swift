import JSON
import Text

/// `userVerification` of both options (§5.8.6).
package enum UserVerification: String, Sendable, CaseIterable {
    case required, preferred, discouraged
}

/// `residentKey` of the creation options (§5.4.6).
package enum ResidentKey: String, Sendable, CaseIterable {
    case required, preferred, discouraged
}

/// A credential that a client should use or avoid (§5.8.3).
package struct CredentialDescriptor: Sendable, Equatable {
    /// The credential id.
    package let id: [UInt8]
    /// The transports as they were reported at registration.
    package let transports: [String]

    /// A descriptor.
    package init(id: [UInt8], transports: [String]) {
        self.id = id
        self.transports = transports
    }

    var json: JSONValue {
        var object = JSONObject([("type", "public-key"), ("id", .string(Base64URL.encode(id)))])
        if !transports.isEmpty { object["transports"] = .array(transports.map { .string($0) }) }
        return .object(object)
    }
}

package import JSON
import Text

/// `PublicKeyCredentialRequestOptionsJSON` (§5.1.9).
package struct RequestOptions: Sendable {
    private let members: JSONObject

    /// `timeout` is in seconds. Without credentials the member is left out: autofill must not be narrowed.
    package init(
        challenge: String, timeout: Int, rpID: String, allowCredentials: [CredentialDescriptor],
        userVerification: UserVerification
    ) {
        var members = JSONObject([
            ("challenge", .string(challenge)), ("timeout", .integer(Int64(timeout) * 1000)),
            ("rpId", .string(rpID)),
        ])
        if !allowCredentials.isEmpty { members["allowCredentials"] = .array(allowCredentials.map(\.json)) }
        members["userVerification"] = .string(userVerification.rawValue)
        self.members = members
    }

    /// The options as JSON.
    package var json: JSONValue { .object(members) }
}

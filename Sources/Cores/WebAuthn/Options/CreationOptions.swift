package import JSON
import Text

/// `PublicKeyCredentialCreationOptionsJSON` (§5.1.8): usable unchanged by browsers and Android's Credential Manager,
/// so binary values are base64url without padding, `alg` is a number and no member is null.
package struct CreationOptions: Sendable {
    private let members: JSONObject

    /// Authenticators may cut names at 64 bytes; cut there on a character boundary instead.
    static let maxNameBytes = 64

    /// `timeout` is in seconds.
    package init(
        rpID: String, rpName: String, userHandle: [UInt8], userName: String, userDisplayName: String,
        challenge: String, algorithms: [COSEAlgorithm], timeout: Int, excludeCredentials: [CredentialDescriptor],
        residentKey: ResidentKey, userVerification: UserVerification, attestation: AttestationConveyance
    ) {
        members = JSONObject([
            ("rp", ["id": .string(rpID), "name": .string(rpName)]),
            (
                "user",
                [
                    "id": .string(Base64URL.encode(userHandle)), "name": .string(Self.shortened(userName)),
                    "displayName": .string(Self.shortened(userDisplayName)),
                ]
            ),
            ("challenge", .string(challenge)),
            ("pubKeyCredParams", .array(algorithms.map { ["type": "public-key", "alg": .integer($0.rawValue)] })),
            ("timeout", .integer(Int64(timeout) * 1000)),
            ("excludeCredentials", .array(excludeCredentials.map(\.json))),
            (
                "authenticatorSelection",
                [
                    "residentKey": .string(residentKey.rawValue),
                    "requireResidentKey": .bool(residentKey == .required),
                    "userVerification": .string(userVerification.rawValue),
                ]
            ),
            ("attestation", .string(attestation.rawValue)),
            ("extensions", ["credProps": true]),
        ])
    }

    /// The options as JSON.
    package var json: JSONValue { .object(members) }

    private static func shortened(_ name: String) -> String {
        DisplayText.clean(name, maxBytes: maxNameBytes) ?? ""
    }
}

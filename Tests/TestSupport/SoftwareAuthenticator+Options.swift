package import JSON
import Text

extension SoftwareAuthenticator {
    /// Small PublicKeyCredentialCreationOptionsJSON for tests that need no server.
    package static func creationOptions(
        challenge: [UInt8], rpID: String, userHandle: [UInt8] = [1, 2, 3, 4], algorithms: [Int] = [-7, -257, -8]
    ) -> JSONValue {
        [
            "rp": ["id": .string(rpID), "name": "Test"],
            "user": ["id": .string(Base64URL.encode(userHandle)), "name": "test", "displayName": "Test"],
            "challenge": .string(Base64URL.encode(challenge)),
            "pubKeyCredParams": .array(
                algorithms.map { ["type": "public-key", "alg": .integer(Int64($0))] }),
        ]
    }

    /// Small PublicKeyCredentialRequestOptionsJSON for tests that need no server.
    package static func requestOptions(
        challenge: [UInt8], rpID: String, allowCredentials: [[UInt8]] = []
    ) -> JSONValue {
        [
            "challenge": .string(Base64URL.encode(challenge)), "rpId": .string(rpID),
            "allowCredentials": .array(
                allowCredentials.map { ["type": "public-key", "id": .string(Base64URL.encode($0))] }),
        ]
    }
}

import JSON
import TestSupport

/// One passkey that signs in again and again over one connection.
final class Person {
    private let connection: Connection
    private let host: String
    private let origin: String
    private let authenticator = SoftwareAuthenticator()

    init(port: UInt16, host: String, origin: String) throws {
        connection = try Connection(port: port)
        self.host = host
        self.origin = origin
    }

    /// Creates an account with a passkey.
    func signUp() throws {
        let options = try call("/passkeys/registration/options", [:], expecting: 200)
        _ = try call("/passkeys/registration/verify", authenticator.create(options, origin: origin), expecting: 201)
    }

    /// One whole sign-in, durable when it returns. Answers the session token.
    func signIn() throws -> String {
        let options = try call("/passkeys/authentication/options", [:], expecting: 200)
        let answer = try call(
            "/passkeys/authentication/verify", authenticator.get(options, origin: origin), expecting: 200)
        guard let token = answer["session"]?["token"]?.string else {
            throw Connection.Failure(description: "no token in \(answer.serializedText())")
        }
        return token
    }

    private func call(_ path: String, _ body: JSONValue, expecting status: Int) throws -> JSONValue {
        let headers = "Origin: \(origin)\r\nSec-Fetch-Site: cross-site\r\nContent-Type: application/json\r\n"
        let answer = try connection.post(path, host: host, headers: headers, body: body.serialized())
        guard answer.status == status else {
            throw Connection.Failure(
                description: "\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return try JSONReader.parse(answer.body)
    }
}

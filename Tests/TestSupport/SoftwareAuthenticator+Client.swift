import JSON
import Synchronization
import Text

// MARK: The client's part

extension SoftwareAuthenticator {
    static func rpID(_ asked: JSONValue?, origin: String) throws -> String {
        if let asked = asked?.string { return asked }
        guard let host = origin.split(separator: "/").dropFirst().first?.split(separator: ":").first else {
            throw SoftwareAuthenticatorError.badOptions("rp.id")
        }
        return String(host)
    }

    static func algorithm(_ options: JSONValue, _ plan: SoftwareAuthenticatorPlan) throws -> Int {
        if let algorithm = plan.algorithm { return algorithm }
        let asked = options["pubKeyCredParams"]?.array?.compactMap { $0["alg"]?.integer }.map { Int($0) } ?? []
        guard let first = asked.first(where: { SoftwareKey.signatureAlgorithm($0) != nil }) else {
            throw SoftwareAuthenticatorError.badOptions("pubKeyCredParams")
        }
        return first
    }

    static func bytes(_ value: JSONValue?, _ name: String) throws -> [UInt8] {
        guard let bytes = value?.string.flatMap(Base64URL.decode) else {
            throw SoftwareAuthenticatorError.badOptions(name)
        }
        return bytes
    }

    static func descriptors(_ value: JSONValue?) throws -> [[UInt8]] {
        try value?.array?.map { try bytes($0["id"], "credential id") } ?? []
    }

    static func clientData(
        _ type: String, _ options: JSONValue, _ origin: String, _ plan: SoftwareAuthenticatorPlan
    ) throws -> [UInt8] {
        guard let challenge = options["challenge"] else { throw SoftwareAuthenticatorError.badOptions("challenge") }
        var members: JSONObject = ["type": .string(type), "challenge": challenge, "origin": .string(origin)]
        if let crossOrigin = plan.crossOrigin { members["crossOrigin"] = .bool(crossOrigin) }
        if let topOrigin = plan.topOrigin { members["topOrigin"] = .string(topOrigin) }
        plan.clientData(&members)
        var bytes = JSONValue.object(members).serialized()
        plan.clientDataBytes(&bytes)
        return bytes
    }

    func refuseExcluded(_ options: JSONValue, _ plan: SoftwareAuthenticatorPlan) throws {
        let excluded = try Self.descriptors(options["excludeCredentials"])
        let isHeld = state.withLock { state in excluded.contains { state.credentials[$0] != nil } }
        if isHeld && !plan.ignoresExclusions { throw SoftwareAuthenticatorError.excluded }
    }

    func credentialJSON(
        _ credential: Credential, _ plan: SoftwareAuthenticatorPlan, response: JSONObject
    ) -> JSONValue {
        var response = response
        plan.response(&response)
        var members: JSONObject = [
            "id": .string(Base64URL.encode(credential.id)),
            "rawId": .string(Base64URL.encode(credential.id)),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": .object(plan.clientExtensionResults),
            "response": .object(response),
        ]
        plan.credential(&members)
        return .object(members)
    }
}

import Crypto
import FoundationEssentials
import JSON
import Testing
import Text
import WebAuthn

/// One vector: what came in, what it is held against, and the verdict.
struct WebAuthnVector: Sendable {
    let id: String
    let isRegistration: Bool
    let isValid: Bool
    /// The vectors' own word for the refusal.
    let reason: String
    let algorithm: Int64?
    let response: JSONValue
    let ceremony: CeremonyExpectation
    let policy: JSONValue
    let credential: StoredCredential?
    let roots: [Certificate]?
    let time: Date

    /// ML-DSA, which OpenSSL 3.0 lacks: refused as not allowed whatever the vector says.
    var needsMLDSA: Bool { algorithm.map { (-50 ... -48).contains($0) } ?? false }

    init(_ json: JSONValue) throws {
        id = try #require(json["id"]?.string)
        isRegistration = json["ceremony"] == "registration"
        isValid = json["expected"] == "valid"
        reason = json["reason"]?.string ?? ""
        algorithm = json["alg"]?.integer
        let response = try #require(json["response"])
        self.response = response
        policy = json["policy"] ?? [:]
        ceremony = CeremonyExpectation(
            rpID: try #require(json["rp_id"]?.string), challenge: try #require(json["challenge"]?.string),
            origins: Self.texts(json["origin"]), topOrigins: Self.texts(policy["allowed_top_origins"]),
            allowCrossOrigin: policy["allow_cross_origin"]?.bool ?? false,
            userVerificationRequired: json["require_user_verification"]?.bool ?? false)
        credential = try json["credential"].map { record in
            StoredCredential(
                id: try Self.bytes(record["id"]), publicKey: try Self.bytes(record["public_key_cose"]),
                signCount: UInt32(exactly: record["sign_count"]?.integer ?? 0) ?? 0,
                backupEligible: record["backup_eligible"]?.bool,
                userHandle: try Self.userHandle(record["user_handle"], response))
        }
        let trust = json["attestation_trust"]
        roots = try trust.map { trust in
            try Self.texts(trust["roots_pem"]).flatMap { try Certificate.pem(Array($0.utf8)) }
        }
        let now = trust?["at_time"]?.string ?? "2026-06-01T00:00:00Z"
        time = try Date(now, strategy: .iso8601)
    }

    /// The registration's expectation. Where the vector names no roots, a chain is not asked for.
    var registration: RegistrationExpectation {
        var attestation = AttestationPolicy()
        attestation.require = roots != nil
        attestation.roots = roots ?? []
        attestation.trustsBuiltInRoots = false
        attestation.formats = Set(AttestationFormat.allCases)
        attestation.allowsRS1ForTPM = flag("allow_rs1_tpm")
        attestation.allowsUnknownTPMVendor = flag("tpm_allow_unknown_vendor")
        attestation.androidKeyAllowsSoftware = flag("android_key_allow_software")
        attestation.androidKeyListsMayBeEmpty = flag("android_key_lists_may_be_empty")
        let asked = policy["pub_key_cred_params"]?.array?.compactMap(\.integer)
        return RegistrationExpectation(
            ceremony: ceremony,
            algorithms: asked.map { $0.compactMap(COSEAlgorithm.init) } ?? COSEAlgorithm.allCases,
            conditional: policy["mediation"] == "conditional", attestation: attestation)
    }

    /// The authentication's expectation.
    var authentication: AuthenticationExpectation {
        get throws {
            var expectation = AuthenticationExpectation(
                ceremony: ceremony,
                allowedCredentialIDs: try policy["allow_credentials"]?.array?.map { try Self.bytes($0) },
                requireUserHandle: flag("discoverable"), counter: flag("ignore_sign_count") ? .warn : .reject,
                appID: policy["appid"]?.string)
            expectation.refusesEligibilityChange = true
            return expectation
        }
    }

    private func flag(_ name: String) -> Bool { policy[name]?.bool ?? false }

    private static func texts(_ value: JSONValue?) -> [String] {
        value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
    }

    /// The owner's handle; where the vector does not know it, whatever the response says is right.
    private static func userHandle(_ stored: JSONValue?, _ response: JSONValue) throws -> [UInt8] {
        if let stored, stored != .null { return try bytes(stored) }
        return response["response"]?["userHandle"]?.string.flatMap(Base64URL.decode) ?? []
    }

    private static func bytes(_ value: JSONValue?) throws -> [UInt8] {
        try #require(value?.string.flatMap(Base64URL.decode))
    }
}

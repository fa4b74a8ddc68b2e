import JSON
import TestSupport
import Testing
import WebAuthn

/// One thing broken in a valid registration, and the refusal that belongs to it.
struct BrokenRegistration: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let refusal: ExpectedRefusal
    var expect: @Sendable (inout RegistrationExpectation) -> Void = { _ in }
    let configure: CeremonyFixture.Plan

    init(_ description: String, _ refusal: ExpectedRefusal, _ configure: @escaping CeremonyFixture.Plan) {
        testDescription = description
        self.refusal = refusal
        self.configure = configure
    }

    init(_ description: String, _ refusal: WebAuthnRefusal, _ configure: @escaping CeremonyFixture.Plan) {
        self.init(description, .exactly(refusal), configure)
    }

    /// The same with another expectation of the server.
    func expecting(_ expect: @escaping @Sendable (inout RegistrationExpectation) -> Void) -> BrokenRegistration {
        var copy = self
        copy.expect = expect
        return copy
    }
}

/// §7.1 step by step, in its order.
extension BrokenRegistration {
    static let all: [BrokenRegistration] = [
        envelope, clientData, origins, frames, attestationObject, authenticatorData, ellipticKeys, otherKeys,
        algorithms,
    ].flatMap(\.self)

    static let envelope: [BrokenRegistration] = [
        BrokenRegistration("no id", .malformed("id")) {
            $0.credential = {
                $0["id"] = nil; $0["rawId"] = nil
            }
        },
        BrokenRegistration("id is a number", .malformed("id")) { $0.credential = { $0["id"] = 7 } },
        BrokenRegistration("id is padded", .malformed("id")) { $0.credential = { $0["id"] = "AAA=" } },
        BrokenRegistration("id in the other alphabet", .malformed("id")) { $0.credential = { $0["id"] = "+/+/" } },
        BrokenRegistration("id with loose bits", .malformed("id")) { $0.credential = { $0["id"] = "AAB" } },
        BrokenRegistration("rawId is not base64url", .malformed("rawId")) { $0.credential = { $0["rawId"] = "?" } },
        BrokenRegistration("id is not rawId", .credentialIDMismatch) { $0.credential = { $0["rawId"] = "AAAA" } },
        BrokenRegistration("empty id", .credentialIDLength(0)) {
            $0.credential = {
                $0["id"] = ""; $0["rawId"] = nil
            }
        },
        BrokenRegistration("another type", .malformed("type")) { $0.credential = { $0["type"] = "password" } },
        BrokenRegistration("no response", .malformed("response")) { $0.credential = { $0["response"] = nil } },
        BrokenRegistration("response is a list", .malformed("response")) { $0.credential = { $0["response"] = [] } },
        BrokenRegistration("no attestationObject", .malformed("response.attestationObject")) {
            $0.response = { $0["attestationObject"] = nil }
        },
        BrokenRegistration("attestationObject is null", .malformed("response.attestationObject")) {
            $0.response = { $0["attestationObject"] = .null }
        },
        BrokenRegistration("empty attestationObject", .malformed("response.attestationObject")) {
            $0.response = { $0["attestationObject"] = "" }
        },
        BrokenRegistration("attestationObject is padded", .malformed("response.attestationObject")) {
            $0.response = { $0["attestationObject"] = "oA==" }
        },
        BrokenRegistration("no clientDataJSON", .malformed("response.clientDataJSON")) {
            $0.response = { $0["clientDataJSON"] = nil }
        },
    ]

    static let clientData: [BrokenRegistration] = [
        BrokenRegistration("step 6: not JSON", .malformed("response.clientDataJSON")) {
            $0.clientDataBytes = { $0.append(0x7D) }
        },
        BrokenRegistration("step 6: UTF-16", .malformed("response.clientDataJSON")) {
            $0.clientDataBytes = { $0 = $0.flatMap { [$0, 0] } }
        },
        BrokenRegistration("step 6: two byte order marks", .malformed("response.clientDataJSON")) {
            $0.clientDataBytes = { $0 = [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + $0 }
        },
        BrokenRegistration("step 6: a member twice", .malformed("response.clientDataJSON")) {
            $0.clientDataBytes = { $0 = Array(#"{"type":"webauthn.create","#.utf8) + $0.dropFirst() }
        },
        BrokenRegistration("step 6: a list", .malformed("clientData.type")) {
            $0.clientDataBytes = { $0 = [0x5B, 0x5D] }
        },
        BrokenRegistration("no type", .malformed("clientData.type")) { $0.clientData = { $0["type"] = nil } },
        BrokenRegistration("no challenge", .malformed("clientData.challenge")) {
            $0.clientData = { $0["challenge"] = nil }
        },
        BrokenRegistration("origin is null", .malformed("clientData.origin")) {
            $0.clientData = { $0["origin"] = .null }
        },
        BrokenRegistration("crossOrigin is a text", .malformed("clientData.crossOrigin")) {
            $0.clientData = { $0["crossOrigin"] = "false" }
        },
        BrokenRegistration("topOrigin is a number", .malformed("clientData.topOrigin")) {
            $0.clientData = { $0["topOrigin"] = 1 }
        },
        BrokenRegistration("step 7: type of the other ceremony", .typeMismatch) {
            $0.clientData = { $0["type"] = "webauthn.get" }
        },
        BrokenRegistration("step 7: type in capitals", .typeMismatch) {
            $0.clientData = { $0["type"] = "WebAuthn.create" }
        },
        BrokenRegistration("step 8: another challenge", .challengeMismatch) {
            $0.clientData = { $0["challenge"] = "AAAA" }
        },
        BrokenRegistration("step 8: the challenge padded", .challengeMismatch) {
            $0.clientData = { $0["challenge"] = .string(($0["challenge"]?.string ?? "") + "=") }
        },
        BrokenRegistration("step 8: the challenge in the other alphabet", .challengeMismatch) {
            $0.clientData = {
                $0["challenge"] = .string(
                    ($0["challenge"]?.string ?? "").map { $0 == "-" ? "+" : "\($0)" }.joined())
            }
        },
    ]

    /// Step 9: nothing but the same bytes is the same origin.
    static let origins: [BrokenRegistration] = [
        "https://acme.test/", "https://ACME.test", "http://acme.test", "https://acme.test:443", "https://evil.test",
        "https://acme.test.evil.test", "null", "https://acme\u{301}.test",
    ].map { origin in
        BrokenRegistration("origin \(origin)", .originNotAllowed(origin)) {
            $0.clientData = { $0["origin"] = .string(origin) }
        }
    }

    static let frames: [BrokenRegistration] = [
        BrokenRegistration("step 10: in another site's frame", .crossOriginNotAllowed) { $0.crossOrigin = true },
        BrokenRegistration("step 11: a top origin", .topOriginNotAllowed("https://portal.test")) {
            $0.topOrigin = "https://portal.test"
        },
        BrokenRegistration("step 11: another top origin", .topOriginNotAllowed("https://evil.test")) {
            $0.crossOrigin = true
            $0.topOrigin = "https://evil.test"
        }.expecting {
            $0.ceremony.allowCrossOrigin = true
            $0.ceremony.topOrigins = ["https://portal.test"]
        },
    ]

    static let attestationObject: [BrokenRegistration] = [
        BrokenRegistration("step 13: bytes behind the object", .malformed("response.attestationObject")) {
            $0.response = { $0["attestationObject"] = .string(($0["attestationObject"]?.string ?? "") + "AAAA") }
        },
        BrokenRegistration("no fmt", .malformed("response.attestationObject")) {
            $0.attestationObject = { $0["fmt"] = nil }
        },
        BrokenRegistration("no attStmt", .malformed("response.attestationObject")) {
            $0.attestationObject = { $0["attStmt"] = nil }
        },
        BrokenRegistration("authData is text", .malformed("response.attestationObject")) {
            $0.attestationObject = { $0["authData"] = "text" }
        },
        BrokenRegistration("an object is a list", .malformed("response.attestationObject")) {
            $0.attestationObject = { $0 = [$0] }
        },
        BrokenRegistration("nested 17 deep", .malformed("response.attestationObject")) {
            $0.attestationObject = { $0["x"] = .raw([UInt8](repeating: 0x81, count: 17) + [0]) }
        },
        BrokenRegistration("step 21: unknown format", .formatNotAllowed("None")) {
            $0.attestationObject = { $0["fmt"] = "None" }
        },
        BrokenRegistration("step 21: a format only on request", .formatNotAllowed("android-safetynet")) {
            $0.attestation = .androidSafetyNet
        },
        BrokenRegistration(
            "§8.7: a statement under none", .attestationInvalid(format: "none", reason: "attStmt is not empty")
        ) { $0.statement = { $0["sig"] = .bytes([1]) } },
        BrokenRegistration(
            "§8.7: attStmt is a list", .attestationInvalid(format: "none", reason: "attStmt is not a map")
        ) { $0.statement = { $0 = [] } },
    ]

    static let authenticatorData: [BrokenRegistration] = [
        BrokenRegistration("empty", .malformed("authenticatorData")) { $0.authenticatorData = { $0 = [] } },
        BrokenRegistration("36 bytes", .malformed("authenticatorData")) {
            $0.authenticatorData = { $0 = Array($0.prefix(36)) }
        },
        BrokenRegistration("bytes left over", .malformed("authenticatorData")) {
            $0.authenticatorData = { $0.append(0) }
        },
        BrokenRegistration("no attested data", .malformed("authenticatorData")) {
            $0.authenticatorData = {
                $0 = Array($0.prefix(37)); $0[32] &= ~0x40
            }
        },
        BrokenRegistration("attested data without its flag", .malformed("authenticatorData")) {
            $0.authenticatorData = { $0[32] &= ~0x40 }
        },
        BrokenRegistration("attested data cut short", .malformed("authenticatorData")) {
            $0.authenticatorData = { $0 = Array($0.prefix(54)) }
        },
        BrokenRegistration("credential id cut short", .malformed("authenticatorData")) {
            $0.authenticatorData = { $0 = Array($0.prefix(60)) }
        },
        BrokenRegistration("extensions announced, none there", .malformed("authenticatorData")) {
            $0.authenticatorData = { $0[32] |= 0x80 }
        },
        BrokenRegistration("extensions without their flag", .malformed("authenticatorData")) {
            $0.extensions = ["credProtect": 2]
            $0.authenticatorData = { $0[32] &= ~0x80 }
        },
        BrokenRegistration("extensions are no map", .malformed("authenticatorData")) { $0.extensions = [1] },
        BrokenRegistration("step 14: another RP ID", .rpIDMismatch) { $0.rpID = "evil.test" },
        BrokenRegistration("step 15: no user presence", .userPresenceMissing) { $0.userPresent = false },
        BrokenRegistration("step 16: no user verification", .userVerificationMissing) { $0.userVerified = false },
        BrokenRegistration("step 16: no verification in a conditional registration", .userVerificationMissing) {
            $0.userPresent = false
            $0.userVerified = false
        }.expecting { $0.conditional = true },
        BrokenRegistration("step 17: backed up, not eligible", .backedUpWithoutEligibility) {
            $0.backupEligible = false
            $0.backedUp = true
        },
        BrokenRegistration("step 20: algorithm not asked for", .algorithmNotAllowed(-7)) { _ in }
            .expecting { $0.algorithms = [.rs256, .edDSA] },
        BrokenRegistration("step 25: id of 1024 bytes", .credentialIDLength(1024)) {
            $0.credentialID = [UInt8](repeating: 1, count: 1024)
        },
        BrokenRegistration("step 25: empty id in the data", .credentialIDLength(0)) {
            $0.authenticatorData = {
                $0[54] = 0; $0.removeSubrange(55..<87)
            }
        },
        BrokenRegistration("another id in the data", .credentialIDMismatch) { $0.authenticatorData = { $0[55] ^= 1 } },
    ]
}

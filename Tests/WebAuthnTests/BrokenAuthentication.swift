import JSON
import TestSupport
import Testing
import Text
import WebAuthn

/// One thing broken in a valid authentication, and the refusal that belongs to it.
struct BrokenAuthentication: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let refusal: ExpectedRefusal
    var expect: @Sendable (inout AuthenticationExpectation) -> Void = { _ in }
    let configure: CeremonyFixture.Plan

    init(_ description: String, _ refusal: ExpectedRefusal, _ configure: @escaping CeremonyFixture.Plan) {
        testDescription = description
        self.refusal = refusal
        self.configure = configure
    }

    init(_ description: String, _ refusal: WebAuthnRefusal, _ configure: @escaping CeremonyFixture.Plan = { _ in }) {
        self.init(description, .exactly(refusal), configure)
    }

    /// The same with another expectation of the server.
    func expecting(_ expect: @escaping @Sendable (inout AuthenticationExpectation) -> Void) -> BrokenAuthentication {
        var copy = self
        copy.expect = expect
        return copy
    }
}

/// §7.2 step by step, in its order.
extension BrokenAuthentication {
    static let all = [
        BrokenAuthentication("no id", .malformed("id")) {
            $0.credential = {
                $0["id"] = nil; $0["rawId"] = nil
            }
        },
        BrokenAuthentication("id is not rawId", .credentialIDMismatch) { $0.credential = { $0["rawId"] = "AAAA" } },
        BrokenAuthentication("another type", .malformed("type")) { $0.credential = { $0["type"] = "password" } },
        BrokenAuthentication("no authenticatorData", .malformed("response.authenticatorData")) {
            $0.response = { $0["authenticatorData"] = nil }
        },
        BrokenAuthentication("no signature", .malformed("response.signature")) {
            $0.response = { $0["signature"] = nil }
        },
        BrokenAuthentication("signature is padded", .malformed("response.signature")) {
            $0.response = { $0["signature"] = "AA==" }
        },
        BrokenAuthentication("userHandle is a list", .malformed("response.userHandle")) {
            $0.response = { $0["userHandle"] = [] }
        },
        BrokenAuthentication("step 5: not one of allowCredentials", .credentialNotAllowed)
            .expecting { $0.allowedCredentialIDs = [[1], [2]] },
        BrokenAuthentication("step 5: allowCredentials that allow nothing", .credentialNotAllowed)
            .expecting { $0.allowedCredentialIDs = [] },
        BrokenAuthentication("step 5: the id of another record", .credentialNotAllowed) {
            $0.credential = {
                $0["id"] = "AAAA"; $0["rawId"] = nil
            }
        },
        BrokenAuthentication("step 6: another account's handle", .userHandleMismatch) { $0.userHandle = [9] },
        BrokenAuthentication("step 6: no handle where one is required", .userHandleMissing) { $0.userHandle = [] }
            .expecting { $0.requireUserHandle = true },
        BrokenAuthentication("step 6: an empty handle is none", .userHandleMissing) {
            $0.response = { $0["userHandle"] = "" }
        }.expecting { $0.requireUserHandle = true },
        BrokenAuthentication("step 9: not JSON", .malformed("response.clientDataJSON")) {
            $0.clientDataBytes = { $0.removeLast() }
        },
        BrokenAuthentication("step 10: type of the other ceremony", .typeMismatch) {
            $0.clientData = { $0["type"] = "webauthn.create" }
        },
        BrokenAuthentication("step 11: another challenge", .challengeMismatch) {
            $0.clientData = { $0["challenge"] = "AAAA" }
        },
        BrokenAuthentication("step 12: another origin", .originNotAllowed("https://evil.test")) {
            $0.clientData = { $0["origin"] = "https://evil.test" }
        },
        BrokenAuthentication("step 13: in another site's frame", .crossOriginNotAllowed) { $0.crossOrigin = true },
        BrokenAuthentication("step 14: a top origin", .topOriginNotAllowed("https://portal.test")) {
            $0.topOrigin = "https://portal.test"
        },
        BrokenAuthentication("bytes left over", .malformed("authenticatorData")) {
            $0.authenticatorData = { $0.append(0) }
        },
        BrokenAuthentication("attested data announced", .malformed("authenticatorData")) {
            $0.authenticatorData = { $0[32] |= 0x40 }
        },
        BrokenAuthentication("step 15: another RP ID", .rpIDMismatch) { $0.rpID = "evil.test" },
        BrokenAuthentication("step 15: an AppID nobody asked for", .rpIDMismatch) {
            $0.rpID = "https://acme.test/u2f.json"
            $0.clientExtensionResults = ["appid": true]
        },
        BrokenAuthentication("step 15: the AppID, but the client says no", .rpIDMismatch) {
            $0.rpID = "https://acme.test/u2f.json"
            $0.clientExtensionResults = ["appid": false]
        }.expecting { $0.appID = "https://acme.test/u2f.json" },
        BrokenAuthentication("step 15: the RP ID, but the client says AppID", .rpIDMismatch) {
            $0.clientExtensionResults = ["appid": true]
        }.expecting { $0.appID = "https://acme.test/u2f.json" },
        BrokenAuthentication("step 16: no user presence", .userPresenceMissing) { $0.userPresent = false },
        BrokenAuthentication("step 17: no user verification", .userVerificationMissing) { $0.userVerified = false },
        BrokenAuthentication("step 18: backed up, not eligible", .backedUpWithoutEligibility) { $0.backedUp = true },
        BrokenAuthentication("step 19: eligibility changed, strictly", .backupEligibilityChanged) {
            $0.backupEligible = true
        }.expecting { $0.refusesEligibilityChange = true },
        BrokenAuthentication("step 21: a bit of the signature flipped", .signatureInvalid) {
            $0.signature = { $0[$0.count - 1] ^= 1 }
        },
        BrokenAuthentication("step 21: bytes behind the signature", .signatureInvalid) {
            $0.signature = { $0.append(0) }
        },
        BrokenAuthentication("step 21: another key", .signatureInvalid) {
            $0.signer = try? SoftwareKey(generating: -7)
        },
        BrokenAuthentication("step 21: a key of another kind", .signatureInvalid) {
            $0.signer = try? SoftwareKey(generating: -8)
        },
        BrokenAuthentication("step 21: a flag changed afterwards", .signatureInvalid) {
            $0.response = {
                guard var bytes = $0["authenticatorData"]?.string.flatMap(Base64URL.decode) else { return }
                bytes[32] |= 0x02
                $0["authenticatorData"] = .string(Base64URL.encode(bytes))
            }
        },
        BrokenAuthentication("step 22 comes after step 21", .signatureInvalid) {
            $0.counter = 1
            $0.signature = { $0[$0.count - 1] ^= 1 }
        },
        BrokenAuthentication("step 22: the counter stands still", .counterRegressed(stored: 5, received: 5)) {
            $0.counter = 5
        },
        BrokenAuthentication("step 22: the counter falls to zero", .counterRegressed(stored: 5, received: 0)) {
            $0.counter = 0
        },
    ]
}

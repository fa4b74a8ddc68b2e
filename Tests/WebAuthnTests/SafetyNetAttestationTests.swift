import JSON
import TestSupport
import Testing
import WebAuthn

@Suite struct SafetyNetAttestationTests {
    private let fixture = AttestationFixture(format: .androidSafetyNet, attestation: .androidSafetyNet)

    @Test func `A signed answer is attested`() throws {
        let registration = try fixture.register(try AttestationFixture.policy()) { _ in }
        #expect(registration.attestation.format == "android-safetynet")
        #expect(registration.attestation.type == .basic)
        #expect(registration.attestation.trusted)
    }

    @Test(arguments: [
        BrokenAttestation("no ver", "a member is missing or of another type than it should be") {
            $0.statement = { $0["ver"] = nil }
        },
        BrokenAttestation("response is text", "a member is missing or of another type than it should be") {
            $0.statement = { $0["response"] = "a.b.c" }
        },
        BrokenAttestation("empty ver", "ver is empty") { $0.statement = { $0["ver"] = "" } },
        BrokenAttestation("response is no JWS", "response is not a signed SafetyNet answer") {
            $0.statement = { $0["response"] = .bytes([1, 2, 3]) }
        },
        BrokenAttestation("response is no UTF-8", "response is not a signed SafetyNet answer") {
            $0.statement = { $0["response"] = .bytes([0xFF]) }
        },
        BrokenAttestation("critical header", "response is not a signed SafetyNet answer") {
            $0.safetyNetHeader = { $0["crit"] = ["exp"] }
        },
        BrokenAttestation("no x5c", "x5c does not hold certificates") { $0.safetyNetHeader = { $0["x5c"] = nil } },
        BrokenAttestation("x5c holds junk", "x5c does not hold certificates") {
            $0.safetyNetHeader = { $0["x5c"] = ["AAAA"] }
        },
        BrokenAttestation("another host", "the certificate is not for attest.android.com") {
            $0.certificate = { $0.replace(.subjectAlternativeName(dns: ["attest.example.com"])) }
        },
        BrokenAttestation("the host in a longer name", "the certificate is not for attest.android.com") {
            $0.certificate = { $0.replace(.subjectAlternativeName(dns: ["attest.android.com.evil.test"])) }
        },
        BrokenAttestation("alg none", "the signature of response is wrong") {
            $0.safetyNetHeader = { $0["alg"] = "none" }
        },
        BrokenAttestation("alg HS256", "the signature of response is wrong") {
            $0.safetyNetHeader = { $0["alg"] = "HS256" }
        },
        BrokenAttestation("another key signs", "the signature of response is wrong") {
            $0.signer = try? SoftwareKey(generating: -257)
        },
        BrokenAttestation("nonce of another ceremony", "response was made for another ceremony") {
            $0.safetyNetPayload = { $0["nonce"] = "AAAA" }
        },
        BrokenAttestation("no nonce", "response was made for another ceremony") {
            $0.safetyNetPayload = { $0["nonce"] = nil }
        },
        BrokenAttestation("ctsProfileMatch false", "the device does not pass Google's compatibility tests") {
            $0.safetyNetPayload = { $0["ctsProfileMatch"] = false }
        },
        BrokenAttestation("only basicIntegrity", "the device does not pass Google's compatibility tests") {
            $0.safetyNetPayload = { $0["ctsProfileMatch"] = nil }
        },
        BrokenAttestation("ctsProfileMatch is text", "the device does not pass Google's compatibility tests") {
            $0.safetyNetPayload = { $0["ctsProfileMatch"] = "true" }
        },
    ])
    func `One broken thing is one refusal`(_ broken: BrokenAttestation) throws {
        try fixture.expectRefusal(of: broken)
    }

    @Test func `The host may stand in the common name when there are no alternative names`() throws {
        _ = try fixture.register(try AttestationFixture.policy()) { $0.certificate = { $0.remove("2.5.29.17") } }
    }

    @Test(arguments: [(-59_000, true), (59_000, true), (-61_000, false), (61_000, false)])
    func `A window of time, if the policy sets one, reaches both ways`(milliseconds: Int64, isAccepted: Bool) throws {
        var policy = try AttestationFixture.policy()
        policy.safetyNetWindow = 60
        let change: (inout JSONObject) -> Void = { $0["timestampMs"] = .integer(1_767_225_600_000 + milliseconds) }
        if isAccepted {
            _ = try fixture.register(policy) { $0.safetyNetPayload = change }
        } else {
            #expect(
                throws: WebAuthnRefusal.attestationInvalid(
                    format: "android-safetynet", reason: "response is too old or from the future")
            ) {
                try fixture.register(policy) { $0.safetyNetPayload = change }
            }
        }
    }
}

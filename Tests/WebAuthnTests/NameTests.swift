import Testing
import WebAuthn

@Suite("Names and codes")
struct NameTests {
    @Test func `algorithms go by their registered names`() {
        for algorithm in COSEAlgorithm.allCases { #expect(COSEAlgorithm(name: algorithm.name) == algorithm) }
        #expect(COSEAlgorithm(name: "RS1") == nil && COSEAlgorithm(name: "es256") == nil)
        #expect(COSEAlgorithm(name: "EdDSA")?.rawValue == -8)
    }

    @Test(arguments: [
        ("dd4ec289-e01d-41c9-bb89-70fa845d4bf2", "dd4ec289-e01d-41c9-bb89-70fa845d4bf2"),
        ("DD4EC289-E01D-41C9-BB89-70FA845D4BF2", "dd4ec289-e01d-41c9-bb89-70fa845d4bf2"),
        ("dd4ec289e01d41c9bb8970fa845d4bf2", nil), ("dd4ec289-e01d-41c9-bb89-70fa845d4bf", nil),
        ("dd4ec289-e01d-41c9-bb89-70fa845d4bg2", nil), ("dd4ec28-9e01d-41c9-bb89-70fa845d4bf2", nil), ("", nil),
    ])
    func `AAGUIDs have one text form`(_ text: String, _ expected: String?) {
        #expect(AAGUID(text: text)?.text == expected)
    }

    @Test func `providers are named by model`() {
        #expect(ProviderNames.name(for: "bada5566-a7aa-401f-bd96-45619a55120d") == "1Password")
        #expect(ProviderNames.name(for: "00000000-0000-0000-0000-000000000000") == nil)
    }

    @Test(arguments: [
        WebAuthnRefusal.malformed(member: "id", reason: "missing"), .typeMismatch, .challengeMismatch,
        .originNotAllowed("https://evil.test"), .crossOriginNotAllowed, .topOriginNotAllowed("https://evil.test"),
        .rpIDMismatch, .userPresenceMissing, .userVerificationMissing, .backedUpWithoutEligibility,
        .backupEligibilityChanged, .algorithmNotAllowed(-65_535), .keyInvalid(reason: "x"), .credentialIDMismatch,
        .credentialIDLength(0), .formatNotAllowed("x"), .attestationInvalid(format: "x", reason: "y"),
        .attestationUntrusted(reason: "x"), .attestationRequired(type: "none"),
        .authenticatorNotAllowed(aaguid: "x"), .credentialNotAllowed, .userHandleMismatch, .userHandleMissing,
        .signatureInvalid, .counterRegressed(stored: 2, received: 1),
    ])
    func `every refusal says what to look at, and repeats no origin`(_ refusal: WebAuthnRefusal) {
        #expect(refusal.detail.hasSuffix(".") && !refusal.detail.contains("evil"))
        #expect(WebAuthnCode(rawValue: refusal.code.rawValue) == refusal.code)
    }
}

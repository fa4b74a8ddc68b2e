import JSON
import Testing
import WebAuthn

@Suite("Options (§5.1.8 and §5.1.9)")
struct OptionsTests {
    private func creation(_ name: String = "ada", _ displayName: String = "Ada") -> CreationOptions {
        CreationOptions(
            rpID: "acme.test", rpName: "Acme", userHandle: [0xFB, 0xFF], userName: name, userDisplayName: displayName,
            challenge: "AAAA", algorithms: [.es256, .edDSA, .rs256], timeout: 300,
            excludeCredentials: [
                CredentialDescriptor(id: [1, 2, 3], transports: ["internal", "hybrid"]),
                CredentialDescriptor(id: [4], transports: []),
            ],
            residentKey: .required, userVerification: .preferred, attestation: .none)
    }

    @Test func `creation options are the specification's JSON`() {
        let expected = #"""
            {"rp":{"id":"acme.test","name":"Acme"},"user":{"id":"-_8","name":"ada","displayName":"Ada"},\#
            "challenge":"AAAA","pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-8},\#
            {"type":"public-key","alg":-257}],"timeout":300000,"excludeCredentials":[{"type":"public-key",\#
            "id":"AQID","transports":["internal","hybrid"]},{"type":"public-key","id":"BA"}],\#
            "authenticatorSelection":{"residentKey":"required","requireResidentKey":true,\#
            "userVerification":"preferred"},"attestation":"none","extensions":{"credProps":true}}
            """#
        #expect(creation().json.serializedText() == expected)
    }

    @Test func `names are cut at 64 bytes, between characters`() {
        let long = String(repeating: "x", count: 62) + "é👩‍👩‍👧‍👦"
        let user = creation(long, long).json["user"]
        #expect(user?["name"]?.string == String(repeating: "x", count: 62) + "é")
        #expect(user?["displayName"]?.string == String(repeating: "x", count: 62) + "é")
    }

    @Test func `request options are the specification's JSON`() {
        let options = RequestOptions(
            challenge: "AAAA", timeout: 60, rpID: "acme.test",
            allowCredentials: [CredentialDescriptor(id: [1, 2, 3], transports: ["usb"])], userVerification: .required)
        let expected = #"""
            {"challenge":"AAAA","timeout":60000,"rpId":"acme.test","allowCredentials":[{"type":"public-key",\#
            "id":"AQID","transports":["usb"]}],"userVerification":"required"}
            """#
        #expect(options.json.serializedText() == expected)
    }

    @Test func `without a name nothing narrows autofill`() {
        let options = RequestOptions(
            challenge: "AAAA", timeout: 60, rpID: "acme.test", allowCredentials: [], userVerification: .preferred)
        #expect(options.json["allowCredentials"] == nil)
    }
}

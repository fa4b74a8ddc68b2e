import JSON
import TestSupport
import Testing
import WebAuthn

@Suite("Registration (§7.1)")
struct RegistrationVerifierTests {
    private let fixture = CeremonyFixture()

    @Test(arguments: BrokenRegistration.all)
    func `one broken thing is one refusal`(_ broken: BrokenRegistration) throws {
        let json = try fixture.creation(broken.configure)
        broken.refusal.expect { _ = try CeremonyFixture.register(json, broken.expect) }
    }

    @Test func `the record is what the authenticator said`() throws {
        let verified = try CeremonyFixture.register(
            try fixture.creation {
                $0.counter = 7
                $0.backupEligible = true
                $0.backedUp = false
                $0.credentialID = [UInt8](repeating: 9, count: 1023)
                $0.response = {
                    $0["transports"] = ["usb", "smoke-signal", 7, "", .string(String(repeating: "x", count: 33))]
                }
            })
        #expect(verified.credentialID == [UInt8](repeating: 9, count: 1023))
        #expect(verified.signCount == 7)
        #expect(verified.userPresent && verified.userVerified)
        #expect(verified.backupEligible && !verified.backedUp)
        #expect(verified.aaguid.text == "5af7a7e0-0000-4000-8000-000000000001")
        #expect(verified.transports == ["usb", "smoke-signal"])
        #expect(verified.attestation == AttestationResult(format: "none", type: .none, trusted: false))
        #expect(verified.findings.isEmpty)
        #expect(try COSEKey(parsing: verified.publicKey.raw).publicKey == verified.publicKey.publicKey)
    }

    /// What real clients do and is fine.
    static let tolerated: [BrokenRegistration] = [
        BrokenRegistration("only id", .typeMismatch) { $0.credential = { $0["rawId"] = nil } },
        BrokenRegistration("only rawId", .typeMismatch) { $0.credential = { $0["id"] = nil } },
        BrokenRegistration("no type", .typeMismatch) { $0.credential = { $0["type"] = nil } },
        BrokenRegistration("only what is needed", .typeMismatch) {
            $0.credential = {
                $0 = ["id": $0["id"] ?? .null, "response": $0["response"] ?? .null]
            }
            $0.response = {
                $0 = [
                    "clientDataJSON": $0["clientDataJSON"] ?? .null,
                    "attestationObject": $0["attestationObject"] ?? .null,
                ]
            }
        },
        BrokenRegistration("unknown members", .typeMismatch) { $0.credential = { $0["future"] = ["a": [1, .null]] } },
        BrokenRegistration("a byte order mark", .typeMismatch) {
            $0.clientDataBytes = { $0 = [0xEF, 0xBB, 0xBF] + $0 }
        },
        BrokenRegistration("token binding of old", .typeMismatch) {
            $0.clientData = { $0["tokenBinding"] = ["status": "not-supported"] }
        },
        BrokenRegistration("unknown client data", .typeMismatch) {
            $0.clientData = {
                $0["hashAlgorithm"] = "SHA-256"; $0["clientExtensions"] = [:]; $0["x"] = .real(1.5)
            }
        },
        BrokenRegistration("escaped slashes", .typeMismatch) {
            $0.clientDataBytes = { bytes in bytes = bytes.flatMap { $0 == 0x2F ? [0x5C, 0x2F] : [$0] } }
        },
        BrokenRegistration("no crossOrigin", .typeMismatch) { $0.crossOrigin = nil },
        BrokenRegistration("unsolicited extensions", .typeMismatch) {
            $0.extensions = ["credProtect": 2, "hmac-secret": true]
        },
        BrokenRegistration("no model", .typeMismatch) { $0.aaguid = [UInt8](repeating: 0, count: 16) },
        BrokenRegistration("reserved flags", .typeMismatch) { $0.flags = 0x45 | 0x22 },
        BrokenRegistration("a frame that is expected", .typeMismatch) {
            $0.crossOrigin = true
            $0.topOrigin = "https://portal.test"
        }.expecting {
            $0.ceremony.allowCrossOrigin = true
            $0.ceremony.topOrigins = ["https://portal.test"]
        },
        BrokenRegistration("no verification where none is required", .typeMismatch) { $0.userVerified = false }
            .expecting { $0.ceremony.userVerificationRequired = false },
        BrokenRegistration("neither presence nor verification, conditional", .typeMismatch) {
            $0.userPresent = false
            $0.userVerified = false
        }.expecting {
            $0.conditional = true
            $0.ceremony.userVerificationRequired = false
        },
        BrokenRegistration("Android's origin", .typeMismatch) {
            $0.clientData = { $0["origin"] = "android:apk-key-hash:R6Z8N0cB4qT8oNXJ6qXjQ0Pn2LDVqZrVwLkL2WwnL1k" }
        }.expecting {
            $0.ceremony.origins = ["android:apk-key-hash:R6Z8N0cB4qT8oNXJ6qXjQ0Pn2LDVqZrVwLkL2WwnL1k"]
        },
    ]

    @Test(arguments: tolerated)
    func `what the world sends is accepted`(_ odd: BrokenRegistration) throws {
        let json = try fixture.creation(odd.configure)
        #expect(throws: Never.self) { try CeremonyFixture.register(json, odd.expect) }
    }

    @Test func `the specification's type can be asked for`() throws {
        let json = try fixture.creation { $0.credential = { $0["type"] = nil } }
        ExpectedRefusal.malformed("type").expect { _ = try RegistrationResponse.parse(json, requiringType: true) }
    }

    @Test func `secrets of extensions are not kept`() throws {
        let json = try fixture.creation {
            $0.clientExtensionResults = ["prf": ["enabled": true, "results": ["first": "c2VjcmV0LXNlY3JldA"]]]
        }
        let response = try RegistrationResponse.parse(json)
        let verified = try CeremonyFixture.register(json)
        #expect(!"\(response) \(verified)".contains("c2VjcmV0"))
    }
}

import JSON
import TestSupport
import Testing
import WebAuthn

@Suite("Authentication (§7.2)")
struct AuthenticationVerifierTests {
    private let fixture = CeremonyFixture()

    @Test(arguments: BrokenAuthentication.all)
    func `one broken thing is one refusal`(_ broken: BrokenAuthentication) throws {
        let credential = try fixture.stored { $0.counter = 5 }
        let json = try fixture.assertion {
            $0.counter = 6
            broken.configure(&$0)
        }
        broken.refusal.expect { _ = try CeremonyFixture.authenticate(json, credential, broken.expect) }
    }

    @Test(arguments: SoftwareKey.algorithms)
    func `every algorithm signs in, and a flipped bit does not`(_ algorithm: Int) throws {
        let credential = try fixture.stored { $0.algorithm = algorithm }
        #expect(throws: Never.self) { try CeremonyFixture.authenticate(try fixture.assertion(), credential) }
        let flipped = try fixture.assertion { $0.signature = { $0[$0.count / 2] ^= 1 } }
        ExpectedRefusal.exactly(.signatureInvalid).expect {
            _ = try CeremonyFixture.authenticate(flipped, credential)
        }
    }

    @Test func `the record is updated with what the authenticator said`() throws {
        let credential = try fixture.stored { $0.backupEligible = true }
        let json = try fixture.assertion {
            $0.counter = 41
            $0.backupEligible = true
            $0.backedUp = true
            $0.userVerified = false
        }
        let verified = try CeremonyFixture.authenticate(json, credential) {
            $0.ceremony.userVerificationRequired = false
            $0.allowedCredentialIDs = [[7], credential.id]
            $0.requireUserHandle = true
        }
        #expect(verified.signCount == 41)
        #expect(!verified.userVerified && verified.backupEligible && verified.backedUp)
        #expect(verified.findings.isEmpty)
    }

    @Test(
        arguments: [
            { $0.userHandle = [] },
            { $0.response = { $0["userHandle"] = "" } },
            { $0.response = { $0["userHandle"] = .null } },
            {
                $0.credential = {
                    $0["rawId"] = nil; $0["type"] = nil; $0["clientExtensionResults"] = nil
                }
            },
            { $0.extensions = ["uvm": [[2, 4, 2]]] },
            { $0.clientExtensionResults = ["appid": false] },
            { $0.clientDataBytes = { $0 = [0xEF, 0xBB, 0xBF] + $0 } },
        ] as [CeremonyFixture.Plan])
    func `what the world sends is accepted`(_ plan: CeremonyFixture.Plan) throws {
        let credential = try fixture.stored()
        let json = try fixture.assertion(plan)
        #expect(throws: Never.self) { try CeremonyFixture.authenticate(json, credential) }
    }

    @Test func `a U2F AppID stands for the RP ID where it was asked for`() throws {
        let credential = try fixture.stored()
        let json = try fixture.assertion {
            $0.rpID = "https://acme.test/u2f.json"
            $0.clientExtensionResults = ["appid": true]
        }
        #expect(throws: Never.self) {
            try CeremonyFixture.authenticate(json, credential) { $0.appID = "https://acme.test/u2f.json" }
        }
    }

    @Test func `another record's key does not verify`() throws {
        let other = try CeremonyFixture().stored()
        let credential = try fixture.stored()
        let json = try fixture.assertion()
        ExpectedRefusal.exactly(.signatureInvalid).expect {
            _ = try CeremonyFixture.authenticate(json, credential.with(publicKey: other.publicKey))
        }
    }

    /// Stored and received BE, and whether that is a finding.
    static let eligibility: [(stored: Bool?, received: Bool, isFound: Bool)] = [
        (nil, false, false), (nil, true, false), (false, false, false), (true, true, false), (false, true, true),
        (true, false, true),
    ]

    @Test(arguments: eligibility)
    func `a changed eligibility is found, an unknown one learnt`(
        _ row: (stored: Bool?, received: Bool, isFound: Bool)
    ) throws {
        let credential = try fixture.stored().with(backupEligible: .some(row.stored))
        let json = try fixture.assertion { $0.backupEligible = row.received }
        let verified = try CeremonyFixture.authenticate(json, credential)
        #expect(verified.findings == (row.isFound ? [.backupEligibilityChanged] : []))
        #expect(verified.backupEligible == row.received)
    }

    @Test func `client data, RP ID and flags can be checked without the credential`() throws {
        _ = try fixture.stored()
        let expectation = AuthenticationExpectation(
            ceremony: try CeremonyFixture.expectation(), allowedCredentialIDs: nil, requireUserHandle: false,
            counter: .auto, appID: nil)
        let sound = try AuthenticationResponse.parse(try fixture.assertion { $0.signature = { $0 = [1] } })
        #expect(throws: Never.self) { try AuthenticationVerifier.verifyCeremony(sound, expecting: expectation) }
        let broken = try AuthenticationResponse.parse(try fixture.assertion { $0.rpID = "evil.test" })
        ExpectedRefusal.exactly(.rpIDMismatch).expect {
            try AuthenticationVerifier.verifyCeremony(broken, expecting: expectation)
        }
    }
}

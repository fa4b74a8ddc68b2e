import Features
import JSON
import TestSupport
import Testing

/// Sign-ups with one thing wrong, over HTTP: status, code, and nothing written.
@Suite(.lab) struct RegistrationRefusalTests {
    static let own: [BrokenCeremony] = [
        BrokenCeremony("the other ceremony's type", "type_mismatch") {
            $0.clientData = { $0["type"] = "webauthn.get" }
        },
        BrokenCeremony("an algorithm that was not offered", "algorithm_not_allowed") { $0.algorithm = -35 },
        BrokenCeremony("an algorithm that this tenant does not offer", "algorithm_not_allowed", at: .bank) {
            $0.algorithm = -8
        },
        BrokenCeremony("a statement's signature", "attestation_invalid") {
            $0.attestation = .packedSelf
            $0.signature = { $0[10] ^= 1 }
        },
        BrokenCeremony("a format that is not accepted", "attestation_invalid", at: .vault) { $0.attestation = .apple },
        BrokenCeremony("no statement where one is required", "attestation_required", at: .vault) { _ in },
        BrokenCeremony("self attestation where a chain is required", "attestation_required", at: .vault) {
            $0.attestation = .packedSelf
        },
        BrokenCeremony("a model that is denied", "credential_not_allowed", at: .vault) {
            $0.attestation = .packedCertificate
            $0.aaguid = [UInt8](repeating: 0xAA, count: 16)
        },
        BrokenCeremony("no attestation object", "credential_malformed") {
            $0.response = { $0["attestationObject"] = nil }
        },
        BrokenCeremony("an attestation object that is not CBOR", "credential_malformed") {
            $0.response = { $0["attestationObject"] = "_____w" }
        },
        BrokenCeremony("authenticator data cut short", "credential_malformed") {
            $0.authenticatorData = { $0.removeLast(3) }
        },
        BrokenCeremony("authenticator data without credential", "credential_malformed") { $0.flags = 0x1D },
        BrokenCeremony("the id of another credential", "credential_malformed") {
            $0.credential = {
                $0["id"] = "AAAA"
                $0["rawId"] = "AAAA"
            }
        },
    ]

    @Test(arguments: BrokenCeremony.common + own)
    func `a sign-up with one thing wrong makes no account`(_ broken: BrokenCeremony) async throws {
        let lab = try Lab.current()
        let app = Visitor.app(lab, broken.tenant)
        let answer = try await app.register([:], broken.plan)
        expectRefusal(answer, 400, broken.code)
        #expect(answer.json["session"] == nil)
        #expect(answer["Set-Cookie"] == nil)
        // What was written for the app would sign it in.
        if !app.authenticator.credentials.isEmpty {
            let plan: Visitor.Plan = { if broken.code == "backup_flags_invalid" { $0.backedUp = false } }
            expectRefusal(try await app.authenticate([:], plan), 404, "credential_unknown")
        }
    }

    @Test(arguments: [
        ("packed", SoftwareAttestation.packedCertificate), ("fido-u2f", .fidoU2F),
    ])
    func `a trusted statement is accepted where one is required, and an unknown maker's is not`(
        _ name: String, _ format: SoftwareAttestation
    ) async throws {
        let lab = try Lab.current()
        let answer = try await Visitor.app(lab, .vault).register { plan in
            plan.attestation = format
            if format == .fidoU2F {
                plan.backupEligible = false
                plan.backedUp = false
            }
        }
        expectGood(answer, 201)
        #expect(answer.json["passkey"]?["attestation"] == ["format": .string(name), "trusted": true])
        let stranger = SoftwareAuthenticator(authority: try SoftwareAttestationAuthority())
        let other = Visitor.app(lab, .vault).with { $0.authenticator = stranger }
        expectRefusal(try await other.register { $0.attestation = format }, 400, "attestation_untrusted")
    }

    @Test func `a policy that changed meanwhile holds at the end`() async throws {
        try await Lab.with { lab in
            let app = Visitor.app(lab)
            let response = try app.created(try await app.creationOptions())
            lab.gateway.replaceTenants(
                try lab.load { tenant in
                    LabFiles.yaml(tenant) + (tenant.id == "acme" ? "\nsign_up: closed\n" : "")
                })
            expectRefusal(
                try await app.send("POST", Visitor.registration + "/verify", response), 403, "sign_up_closed")
        }
    }

    @Test func `a tenant that is closed makes no accounts`() async throws {
        let app = Visitor.app(try Lab.current(), .club)
        expectRefusal(try await app.send("POST", Visitor.registration + "/options", [:]), 403, "sign_up_closed")
        // Sign-in goes on.
        _ = try await app.requestOptions()
    }
}

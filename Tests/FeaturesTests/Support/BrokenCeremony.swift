import JSON
import TestSupport
import Testing

/// A ceremony with one thing wrong in it, and what it is refused with.
struct BrokenCeremony: Sendable, CustomTestStringConvertible {
    typealias Plan = @Sendable (inout SoftwareAuthenticatorPlan) -> Void

    let what: String
    let code: String
    let tenant: LabTenant
    let plan: Plan

    init(_ what: String, _ code: String, at tenant: LabTenant = .acme, _ plan: @escaping Plan) {
        self.what = what
        self.code = code
        self.tenant = tenant
        self.plan = plan
    }

    var testDescription: String { "\(what) → \(code)" }

    /// Wrong in both ceremonies.
    static let common: [BrokenCeremony] =
        challenges
        + origins.map { origin in
            BrokenCeremony("origin \(origin)", "origin_not_allowed") {
                $0.clientData = { $0["origin"] = .string(origin) }
            }
        } + [
            BrokenCeremony("crossOrigin", "cross_origin_not_allowed") { $0.crossOrigin = true },
            BrokenCeremony("topOrigin", "cross_origin_not_allowed") { $0.topOrigin = "https://acme.example" },
            BrokenCeremony("another RP ID", "rp_id_mismatch") { $0.rpID = "id.acme.example" },
            BrokenCeremony("no user presence", "user_presence_missing") { $0.userPresent = false },
            BrokenCeremony("no user verification", "user_verification_missing", at: .bank) { $0.userVerified = false },
            BrokenCeremony("BS without BE", "backup_flags_invalid") {
                $0.backupEligible = false
                $0.backedUp = true
            },
            BrokenCeremony("no id", "credential_malformed") {
                $0.credential = {
                    $0["id"] = nil
                    $0["rawId"] = nil
                }
            },
            BrokenCeremony("two ids", "credential_malformed") { $0.credential = { $0["rawId"] = "AAAA" } },
            BrokenCeremony("an empty id", "credential_malformed") {
                $0.credential = {
                    $0["id"] = ""
                    $0["rawId"] = ""
                }
            },
            BrokenCeremony("an id with padding", "credential_malformed") { $0.credential = { $0["id"] = "AAA=" } },
            BrokenCeremony("an id in a second spelling", "credential_malformed") {
                $0.credential = {
                    $0["id"] = "AB"
                    $0["rawId"] = nil
                }
            },
            BrokenCeremony("an id that is a number", "credential_malformed") { $0.credential = { $0["id"] = 1 } },
            BrokenCeremony("no response", "credential_malformed") { $0.credential = { $0["response"] = nil } },
            BrokenCeremony("another type", "credential_malformed") { $0.credential = { $0["type"] = "password" } },
            BrokenCeremony("no client data", "credential_malformed") { $0.response = { $0["clientDataJSON"] = nil } },
            BrokenCeremony("client data that is not JSON", "credential_malformed") {
                $0.clientDataBytes = { $0 = [0x7b] }
            },
            BrokenCeremony("client data with a member twice", "credential_malformed") {
                $0.clientDataBytes = { $0 = $0.dropLast() + Array(#","origin":"x"}"#.utf8) }
            },
            BrokenCeremony("client data nested deeply", "credential_malformed") {
                $0.clientDataBytes = { $0 = Array(String(repeating: "[", count: 10_000).utf8) }
            },
        ]

    private static let challenges: [BrokenCeremony] = [
        BrokenCeremony("a challenge that never was", "challenge_unknown") {
            $0.clientData = { $0["challenge"] = .string(String(repeating: "A", count: $0.challenge.utf8.count)) }
        },
        BrokenCeremony("one letter of the challenge", "challenge_unknown") {
            $0.clientData = { $0["challenge"] = .string(changed($0.challenge, at: 40)) }
        },
        BrokenCeremony("a challenge cut short", "challenge_unknown") {
            $0.clientData = { $0["challenge"] = .string(String($0.challenge.dropLast(4))) }
        },
        BrokenCeremony("a challenge made longer", "challenge_unknown") {
            $0.clientData = { $0["challenge"] = .string($0.challenge + "AAAA") }
        },
        BrokenCeremony("a challenge in padded form", "challenge_unknown") {
            $0.clientData = { $0["challenge"] = .string($0.challenge + "=") }
        },
        BrokenCeremony("an empty challenge", "challenge_unknown") { $0.clientData = { $0["challenge"] = "" } },
        BrokenCeremony("a challenge as long as stored ones are", "challenge_unknown") {
            $0.clientData = { $0["challenge"] = .string(String(repeating: "A", count: 43)) }
        },
        BrokenCeremony("no challenge", "credential_malformed") { $0.clientData = { $0["challenge"] = nil } },
    ]

    /// None of them is the one that began, `https://acme.example`.
    private static let origins = [
        "https://evil.example", "https://acme.example.evil.example", "https://evilacme.example",
        "https://acme.example.", "https://acme.example/", "https://acme.example:443", "https://ACME.example",
        "http://acme.example", "https://sub.acme.example", "https://acme.example@evil.example", "null", "",
        "https://www.acme.example", "https://id.acme.example", "https://acme.co.uk", "android:apk-key-hash:AAAA",
    ]

    private static func changed(_ text: String, at index: Int) -> String {
        var characters = Array(text)
        characters[index] = characters[index] == "A" ? "B" : "A"
        return String(characters)
    }
}

extension JSONObject {
    /// The client data's challenge.
    fileprivate var challenge: String { self["challenge"]?.string ?? "" }
}

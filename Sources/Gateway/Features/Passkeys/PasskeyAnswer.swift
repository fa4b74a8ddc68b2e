import FoundationEssentials
import JSON
import Store
import Tenancy
import WebAuthn

/// The passkey object of the JSON endpoints (API §2).
enum PasskeyAnswer {
    static func describe(_ passkey: Passkey) -> JSONValue {
        .object(
            JSONObject([
                ("id", .string(passkey.id)),
                ("name", .string(passkey.name)),
                ("provider", ProviderNames.name(for: passkey.aaguid).map { .string($0) } ?? .null),
                ("aaguid", .string(passkey.aaguid)),
                ("created_at", .integer(Int64(passkey.createdAt.timeIntervalSince1970))),
                (
                    "last_used_at",
                    passkey.lastUsedAt.map { .integer(Int64($0.timeIntervalSince1970)) } ?? .null
                ),
                ("transports", .array(passkey.transports.map { .string($0) })),
                ("backup_eligible", passkey.backupEligible.map { .bool($0) } ?? .null),
                ("backed_up", .bool(passkey.backedUp)),
                (
                    "attestation",
                    ["format": .string(passkey.attestation), "trusted": .bool(passkey.attestationTrusted)]
                ),
            ]))
    }
}

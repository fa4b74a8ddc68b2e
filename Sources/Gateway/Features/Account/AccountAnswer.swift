import FoundationEssentials
import JSON
import Store

/// The account object of the JSON endpoints (API §2, `user`).
enum AccountAnswer {
    static func describe(_ account: Account, hasPasskey: Bool) -> JSONObject {
        JSONObject([
            ("id", .string(account.subject)),
            ("username", account.username.map { .string($0) } ?? .null),
            ("display_name", account.displayName.map { .string($0) } ?? .null),
            ("email", .null),
            ("email_verified", .bool(false)),
            ("has_passkey", .bool(hasPasskey)),
            ("has_password", .bool(false)),
        ])
    }
}

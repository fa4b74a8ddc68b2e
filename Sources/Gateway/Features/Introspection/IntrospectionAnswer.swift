import Crypto
import FoundationEssentials
import JSON
import Store
import Tenancy
import Text

/// What a service learns of a live session (API §6, RFC 7662 §2.2).
enum IntrospectionAnswer {
    static func describe(_ session: Session, _ account: Account, _ tenant: Tenant) -> JSONValue {
        let expiry = Int64(min(session.idleExpiresAt, session.expiresAt).timeIntervalSince1970)
        var object = JSONObject([
            ("active", .bool(true)),
            ("iss", .string(tenant.issuer.text)),
            ("sub", .string(account.subject)),
            ("sid", .string(session.id)),
        ])
        if session.clientProven, let client = session.clientID { object["client_id"] = .string(client) }
        // An address that nobody proved is only a claim: a service that went by it would let anybody in as anybody.
        if let username = account.username, Username.isHandle(username) { object["username"] = .string(username) }
        object["scope"] = .string("")
        object["aud"] = .string(tenant.issuer.text)
        object["exp"] = .integer(expiry)
        object["iat"] = .integer(Int64(session.createdAt.timeIntervalSince1970))
        object["auth_time"] = .integer(Int64(session.authTime.timeIntervalSince1970))
        object["amr"] = .array(session.amr.map { .string($0) })
        object["acr"] = .string(session.acr)
        object["token_type"] = .string("Bearer")
        object["token_use"] = .string("session")
        object["jti"] = .string(tokenID(session))
        return .object(object)
    }

    static func entry(
        _ session: Session, _ account: Account, _ context: RequestContext
    ) -> IntrospectionCache.Entry {
        let end = min(session.idleExpiresAt, session.expiresAt)
        let minimal: JSONValue = ["active": .bool(true), "exp": .integer(Int64(end.timeIntervalSince1970))]
        return IntrospectionCache.Entry(
            tenant: context.tenant.id, answer: describe(session, account, context.tenant).serialized(),
            minimalAnswer: minimal.serialized(),
            goodUntil: min(
                end.timeIntervalSince1970, context.now.timeIntervalSince1970 + IntrospectionCache.life))
    }

    /// Names the token without being it: a hash of what the store keeps, which itself is a hash.
    private static func tokenID(_ session: Session) -> String {
        Base64URL.encode(Array(Digest.sha256(Array("jti".utf8) + session.tokenHash).prefix(16)))
    }
}

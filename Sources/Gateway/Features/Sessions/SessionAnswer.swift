import Crypto
import FoundationEssentials
import HTTP
import JSON
import Store
import Tenancy
import Text

/// The session object of the JSON endpoints (API §2).
enum SessionAnswer {
    /// The answer to a sign-in: the object, and for the issuer's own pages the cookie instead of the token.
    static func issued(
        _ issue: SessionIssue, _ account: Account, _ passkeys: [Passkey], status: Int = 200,
        further: [(String, JSONValue)] = [], _ context: RequestContext
    ) -> HTTPResponse {
        var object = describe(issue.session, account, passkeys, context)
        let usesCookie = issue.session.kind == .cookie
        if !usesCookie { object["token"] = .string(issue.token.revealedText) }
        if let value = issue.reauthentication {
            object["reauthentication"] = [
                "value": .string(value.revealedText), "expires_in": .integer(Int64(context.tenant.sessions.recent)),
            ]
        }
        var answer = JSONObject(further)
        answer["session"] = .object(object)
        var response = HTTPResponse.json(.object(answer), status: status)
        if usesCookie {
            let seconds = Int(issue.session.expiresAt.timeIntervalSince(context.now))
            let cookie = SessionCookie.set(issue.token, seconds: seconds, context.tenant)
            response.headers.add(cookie.0, cookie.1)
        }
        return response
    }

    /// The object without secrets.
    static func describe(
        _ session: Session, _ account: Account, _ passkeys: [Passkey], _ context: RequestContext
    ) -> JSONObject {
        let expiry = min(session.idleExpiresAt, session.expiresAt)
        var object = JSONObject([
            ("token_type", .string("Bearer")),
            ("expires_in", .integer(Int64(expiry.timeIntervalSince(context.now)))),
            ("expires_at", .integer(Int64(expiry.timeIntervalSince1970))),
            ("id", .string(session.id)),
            ("amr", .array(session.amr.map { .string($0) })),
            ("acr", .string(session.acr)),
            ("auth_time", .integer(Int64(session.authTime.timeIntervalSince1970))),
            ("user", .object(AccountAnswer.describe(account, hasPasskey: !passkeys.isEmpty))),
            // Nothing to offer: without passwords every account that can sign in has a passkey.
            ("offer_passkey", .bool(passkeys.isEmpty)),
        ])
        if context.services.signals {
            object["signals"] = .object(Signals.describe(account, passkeys, context.tenant))
        }
        return object
    }
}

/// What a client hands to `signalAllAcceptedCredentials` and `signalCurrentUserDetails` (WebAuthn Level 3 §5.1.10).
enum Signals {
    static func describe(_ account: Account, _ passkeys: [Passkey], _ tenant: Tenant) -> JSONObject {
        let rpID = JSONValue.string(tenant.relyingParty.id)
        let userID = JSONValue.string(Base64URL.encode(account.userHandle))
        return JSONObject([
            (
                "all_accepted",
                [
                    "rpId": rpID, "userId": userID,
                    "allAcceptedCredentialIds": .array(
                        passkeys.map { .string(Base64URL.encode($0.credentialID)) }),
                ]
            ),
            (
                "current_user",
                [
                    "rpId": rpID, "userId": userID, "name": .string(PasskeyUser.name(account, tenant)),
                    "displayName": .string(PasskeyUser.displayName(account, tenant)),
                ]
            ),
        ])
    }

    /// What a client hands to `signalUnknownCredential`.
    static func unknown(_ credentialID: [UInt8], _ tenant: Tenant) -> JSONValue {
        [
            "rpId": .string(tenant.relyingParty.id), "credentialId": .string(Base64URL.encode(credentialID)),
        ]
    }
}

/// The names a credential manager shows for an account.
enum PasskeyUser {
    static func name(_ account: Account, _ tenant: Tenant) -> String {
        name(username: account.username, displayName: account.displayName, tenant)
    }

    static func displayName(_ account: Account, _ tenant: Tenant) -> String {
        account.displayName ?? name(account, tenant)
    }

    /// An account without a user name is shown by its display name, else by the tenant's: the member must not be empty.
    static func name(username: String?, displayName: String?, _ tenant: Tenant) -> String {
        username ?? displayName ?? tenant.name
    }
}

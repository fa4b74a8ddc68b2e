import Crypto
import FoundationEssentials
import HTTP
import Store
import Tenancy
import Text

/// A new session: its row, and the values that only the caller gets.
struct SessionIssue {
    let session: Session
    let token: Secret
    /// Proves to sensitive calls that the caller itself signed in. Cookie sessions keep it on the server.
    let reauthentication: Secret?

    /// The same values for the row as the store made it.
    func with(_ session: Session) -> SessionIssue {
        SessionIssue(session: session, token: token, reauthentication: reauthentication)
    }

    /// How the person was authenticated.
    struct Authentication {
        var amr: [String]
        var acr: String
        var time: Date
        var passkeyID: String?

        /// A passkey: `swk` or `hwk` by BE, `user`, and `mfa` only with user verification (RFC 8176).
        static func passkey(
            id: String, backupEligible: Bool, userVerified: Bool, time: Date
        ) -> Authentication {
            Authentication(
                amr: [backupEligible ? "swk" : "hwk", "user"] + (userVerified ? ["mfa"] : []),
                acr: userVerified ? "phr" : "1", time: time, passkeyID: id)
        }
    }

    /// Who the session is for, as far as the caller told or proved it.
    struct Client {
        var id: String?
        var isProven: Bool
        var origin: String
    }

    /// Makes a session for `account`. `keeping` is the id of the session that re-authenticates, which stays.
    static func make(
        account: AccountID, authentication: Authentication, client: Client, keeping: Session? = nil,
        kind: SessionKind? = nil, withReauthentication: Bool = true, _ context: RequestContext
    ) -> SessionIssue {
        let random = context.services.environment.random
        let token = BearerToken.make(.session, random: random)
        let kind = kind ?? keeping?.kind ?? (context.wantsCookie ? .cookie : .bearer)
        let usesCookie = kind == .cookie
        let reauthentication =
            usesCookie || !withReauthentication ? nil : Secret(Array(Base64URL.encode(random(32)).utf8))
        let rules = context.tenant.sessions
        let created = keeping?.createdAt ?? context.now
        let absolute = keeping?.expiresAt ?? context.now.addingTimeInterval(TimeInterval(rules.absolute))
        let session = Session(
            id: keeping?.id ?? Base64URL.encode(random(16)), tokenHash: token.hash, accountID: account,
            passkeyID: authentication.passkeyID, clientID: client.id, clientProven: client.isProven,
            amr: authentication.amr, acr: authentication.acr, authTime: authentication.time, createdAt: created,
            idleExpiresAt: min(absolute, context.now.addingTimeInterval(TimeInterval(rules.idle))),
            expiresAt: absolute, lastSeenAt: context.now,
            reauthenticationHash: reauthentication.map { Digest.sha256($0.bytes) },
            reauthenticationExpiresAt: reauthentication.map { _ in
                context.now.addingTimeInterval(TimeInterval(rules.recent))
            },
            kind: kind, userAgent: UserAgent.shortened(context), origin: client.origin)
        return SessionIssue(session: session, token: token.text, reauthentication: reauthentication)
    }
}

/// The caller's program, as far as a list of sessions shows it.
enum UserAgent {
    static func shortened(_ context: RequestContext) -> String {
        DisplayText.clean(context.request.headers["User-Agent"] ?? "", maxBytes: 200) ?? ""
    }
}

import Crypto
import FoundationEssentials
import HTTP
import Store
import Tenancy

/// Sensitive calls need a fresh sign-in, and from apps the value that only a sign-in returned: services see session
/// tokens when they introspect, and a seen token must not be able to take an account.
enum Freshness {
    static func require(_ caller: Caller, _ context: RequestContext) throws(Problem) {
        let end = caller.session.authTime.addingTimeInterval(TimeInterval(context.tenant.sessions.recent))
        guard end > context.now else { throw required }
        if caller.usesCookie { return }
        guard let expected = caller.session.reauthenticationHash, let end = caller.session.reauthenticationExpiresAt,
            end > context.now, let value = context.request.headers["Gatehouse-Reauthentication"],
            constantTimeEqual(Digest.sha256(Array(value.utf8)), expected)
        else { throw required }
    }

    private static let required = Problem(
        .reauthenticationRequired,
        "Sign in again with a passkey; apps then send the value they get as Gatehouse-Reauthentication.")
}

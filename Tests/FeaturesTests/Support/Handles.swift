import Crypto
import Features
import JSON
import TestSupport
import Testing
import Text

/// Everything the API hands out that names something: a person's at one tenant, or of the same form and nobody's.
struct Handles: Sendable {
    var token: String
    var cookie: String
    var reauthentication: String
    var passkey: String
    var session: String
    var subject: String
    var credential: [UInt8]
    var userHandle: [UInt8]
    var username: String
    var client: String
    var clientSecret: String
    var signInChallenge: String
    var signUpChallenge: String
    var additionChallenge: String

    /// A person of a tenant, with two sessions and three ceremonies under way.
    static func made(_ lab: Lab, _ tenant: LabTenant) async throws -> (handles: Handles, owner: Visitor) {
        let name = "owner-" + random(8)
        var app = Visitor.app(lab, tenant)
        try await app.signUp(name)
        var page = Visitor.issuerPage(lab, tenant).with { $0.authenticator = app.authenticator }
        try await page.signIn()
        let credential = try #require(app.authenticator.credentials.first)
        let handles = Handles(
            token: try #require(app.token), cookie: try #require(page.cookie),
            reauthentication: try #require(app.reauthentication),
            passkey: try #require(app.passkey["id"]?.string), session: try #require(app.session["id"]?.string),
            subject: try #require(app.session["user"]?["id"]?.string), credential: credential.id,
            userHandle: credential.userHandle, username: name.lowercased(), client: "service",
            clientSecret: tenant.serviceSecret,
            signInChallenge: try #require(try await app.requestOptions()["challenge"]?.string),
            signUpChallenge: try #require(try await app.signedOut.creationOptions()["challenge"]?.string),
            additionChallenge: try #require(try await app.creationOptions()["challenge"]?.string))
        return (handles, app)
    }

    /// The same forms, known to nobody.
    static func never(like other: Handles) -> Handles {
        Handles(
            token: BearerToken.make(.session, random: .system).text.revealedText,
            cookie: BearerToken.make(.session, random: .system).text.revealedText,
            reauthentication: random(32), passkey: random(16), session: random(16), subject: random(16),
            credential: RandomBytes.system(32), userHandle: RandomBytes.system(32),
            username: "owner-" + random(8).lowercased(), client: "service",
            clientSecret: "never-service-secret-0123456789-0123456789",
            signInChallenge: random(like: other.signInChallenge),
            signUpChallenge: random(like: other.signUpChallenge),
            additionChallenge: random(like: other.additionChallenge))
    }

    private static func random(_ count: Int) -> String { Base64URL.encode(RandomBytes.system(count)) }

    private static func random(like text: String) -> String { random(Base64URL.decode(text)?.count ?? 0) }

    /// All of them as texts, by name.
    var texts: [(name: String, value: String)] {
        [
            ("token", token), ("cookie", cookie), ("reauthentication", reauthentication), ("passkey", passkey),
            ("session", session), ("subject", subject), ("credential", Base64URL.encode(credential)),
            ("user handle", Base64URL.encode(userHandle)), ("username", username),
            ("client secret", clientSecret), ("sign-in challenge", signInChallenge),
            ("sign-up challenge", signUpChallenge), ("addition challenge", additionChallenge),
        ]
    }
}

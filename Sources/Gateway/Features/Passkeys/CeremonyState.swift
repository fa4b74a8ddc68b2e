import Crypto
import FoundationEssentials
import Tenancy
import Text

/// What a ceremony that is under way remembers of its beginning.
struct CeremonyState: Sendable {
    /// Who may finish it: the page that began it, or (begun without `Origin`) the tenant's apps.
    enum Beginner: Sendable {
        case app
        /// The SHA-256 of the origin's text.
        case page(originDigest: [UInt8])
    }

    var beginner: Beginner
    /// What was said of the client at the beginning, proven or not.
    var clientID: String
    var expiresAt: Date

    /// The accepted origins that may finish the ceremony.
    func origins(_ tenant: Tenant, registering: Bool) -> [String] {
        switch beginner {
        case .app: return tenant.relyingParty.appOrigins
        case .page(let digest):
            let accepted = registering ? tenant.relyingParty.registrationOrigins : tenant.relyingParty.webOrigins
            return accepted.filter { Digest.sha256(Array($0.utf8)) == digest }
        }
    }
}

/// A sign-in under way. `usernameDigest` binds it to the name it was begun for; empty without a name.
struct SignInState: Sendable {
    var ceremony: CeremonyState
    var usernameDigest: [UInt8]
}

/// A sign-up under way: everything the new account will be.
struct SignUpState: Sendable {
    var ceremony: CeremonyState
    var userHandle: [UInt8]
    /// Empty if it is to be given at the end.
    var username: String
    /// Empty if none was given.
    var displayName: String
}

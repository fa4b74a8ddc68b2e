import Crypto
import FoundationEssentials
import HTTP
import Tenancy
import Text
import WebAuthn

/// Who begins a ceremony, by the `Origin` header. The origin is judged here already, so that a page that cannot
/// finish learns it before the person is asked.
enum Beginning {
    static func state(
        _ kind: CeremonyKind, clientID: String, life: TimeInterval, _ context: RequestContext
    ) throws(Problem) -> CeremonyState {
        CeremonyState(
            beginner: try beginner(kind, context), clientID: clientID,
            expiresAt: context.now.addingTimeInterval(life))
    }

    private static func beginner(
        _ kind: CeremonyKind, _ context: RequestContext
    ) throws(Problem) -> CeremonyState.Beginner {
        let origins = context.request.headers.values(of: "Origin")
        guard let origin = origins.first else { return .app }
        let party = context.tenant.relyingParty
        let accepted = kind == .registration ? party.registrationOrigins : party.webOrigins
        guard origins.count == 1, accepted.contains(where: { $0.isByteEqual(to: origin) }) else {
            throw Problem(
                .originNotAllowed, "This page's origin is not one of the tenant's relying_party.origins.", in: kind,
                cause: "origin \(origin.prefix(200))")
        }
        return .page(originDigest: Digest.sha256(Array(origin.utf8)))
    }
}

/// Members that several passkey calls take.
struct CeremonyInput {
    let username: String?
    let displayName: String?
    let clientID: String

    /// - Throws: `username_invalid`, `display_name_invalid`, `client_not_allowed`, `request_malformed`.
    init(_ body: JSONBody, _ tenant: Tenant) throws(Problem) {
        username = try Self.username(body)
        displayName = try Self.displayName(body)
        clientID = try body.text("client_id") ?? ""
        guard clientID.isEmpty || tenant.clients.contains(where: { $0.id.isByteEqual(to: clientID) }) else {
            throw Problem(.clientNotAllowed, "client_id is not one of the tenant's clients.")
        }
    }

    private static func username(_ body: JSONBody) throws(Problem) -> String? {
        guard let text = try body.text("username"), !text.isEmpty else { return nil }
        guard let name = Username.normalize(text), name.utf8.count <= SealedChallenge.maxUsername else {
            throw Problem(
                .usernameInvalid, "Use letters, digits and punctuation without spaces, or an e-mail address.")
        }
        return name
    }

    private static func displayName(_ body: JSONBody) throws(Problem) -> String? {
        guard let text = try body.text("display_name"), !text.isEmpty else { return nil }
        guard let name = DisplayText.clean(text, maxBytes: SealedChallenge.maxDisplayName) else {
            throw Problem(.displayNameInvalid, "Use a name that can be shown, without control characters.")
        }
        return name
    }
}

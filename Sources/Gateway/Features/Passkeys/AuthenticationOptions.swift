import Crypto
import FoundationEssentials
import HTTP
import Store
import Tenancy
import Text
import WebAuthn

/// `POST /passkeys/authentication/options`: WebAuthn §7.2 steps 1 to 2. Writes nothing.
enum AuthenticationOptions {
    /// Autofill holds a sign-in without a name open for as long as the page is.
    static let namelessLife: TimeInterval = 15 * 60

    static func respond(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let party = context.tenant.relyingParty
        let input = try CeremonyInput(JSONBody(context), context.tenant)
        let life = input.username == nil ? namelessLife : TimeInterval(party.timeout)
        let ceremony = try Beginning.state(.authentication, clientID: input.clientID, life: life, context)
        var digest: [UInt8] = []
        var allowed: [CredentialDescriptor]?
        if let username = input.username {
            digest = UsernameBinding.digest(username, context)
            allowed = try await descriptors(username, context)
        }
        let challenge = try SealedChallenge.seal(
            SignInState(ceremony: ceremony, usernameDigest: digest), context)
        context.services.metrics.count(
            .ceremony(tenant: context.tenant.id.text, kind: .authentication, step: .begun))
        let options = RequestOptions(
            challenge: challenge, timeout: Int(life), rpID: party.id, allowCredentials: allowed ?? [],
            userVerification: party.userVerification)
        return .json(options.json)
    }

    private static func descriptors(
        _ username: String, _ context: RequestContext
    ) async throws(Problem) -> [CredentialDescriptor] {
        do throws(StoreError) {
            let passkeys = try await context.services.store.passkeys(username: username, in: context.tenant.id)
            // Too many claim the name for a list: the authenticator shows what it has.
            guard let passkeys else { return [] }
            if passkeys.isEmpty { return MadeUpCredential.list(UsernameBinding.digest(username, context), context) }
            return passkeys.map { CredentialDescriptor(id: $0.credentialID, transports: $0.transports) }
        } catch {
            throw Problem(error)
        }
    }
}

/// What ties a sign-in to the name it was begun for, without telling whether the name exists.
enum UsernameBinding {
    static func digest(_ username: String, _ context: RequestContext) -> [UInt8] {
        HMACSHA256.code(
            Array("\(context.tenant.id.text)\n\(username)".utf8),
            key: context.services.keys.current.derive(SealPurpose.usernameBinding))
    }
}

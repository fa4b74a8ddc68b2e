import Crypto
import FoundationEssentials
import Tenancy
import Text

/// Anonymous ceremonies as sealed values: the challenge itself carries the state, so that asking writes nothing
/// however many login pages are open. Only its use is stored.
///
/// The plain text is fields of fixed length, so that all challenges of one kind have one length and tell nothing by
/// it. It is sealed with a key derived from the master key; tenant, RP ID and kind are associated data, so another
/// tenant's or another kind's challenge does not open.
enum SealedChallenge {
    enum Kind: String {
        case signIn = "sign-in"
        case signUp = "sign-up"
    }

    static let maxUsername = 255
    static let maxDisplayName = 128
    private static let digestLength = 32

    private static let ceremonyLength = 16 + 8 + 1 + digestLength + digestLength
    private static let signInLength = ceremonyLength + digestLength
    private static let signUpLength = ceremonyLength + 32 + 1 + maxUsername + 1 + maxDisplayName

    /// The challenge's length in base64url characters.
    static func textLength(_ kind: Kind) -> Int {
        let bytes = (kind == .signIn ? signInLength : signUpLength) + KeyRing.overhead
        return (bytes * 4 + 2) / 3
    }

    static func seal(_ state: SignInState, _ context: RequestContext) throws(Problem) -> String {
        var writer = FieldWriter()
        write(state.ceremony, &writer, context)
        writer.fixed(state.usernameDigest, digestLength)
        return try seal(writer.bytes, .signIn, context)
    }

    static func seal(_ state: SignUpState, _ context: RequestContext) throws(Problem) -> String {
        var writer = FieldWriter()
        write(state.ceremony, &writer, context)
        writer.fixed(state.userHandle, 32)
        writer.padded(state.username, maxUsername)
        writer.padded(state.displayName, maxDisplayName)
        return try seal(writer.bytes, .signUp, context)
    }

    /// The sign-in that a challenge belongs to; nil if this tenant never sealed it as one.
    static func openSignIn(_ challenge: String, _ context: RequestContext) -> SignInState? {
        guard var reader = open(challenge, .signIn, context), let ceremony = readCeremony(&reader, context.tenant),
            let digest = reader.fixed(digestLength)
        else { return nil }
        return SignInState(ceremony: ceremony, usernameDigest: digest.allSatisfy { $0 == 0 } ? [] : digest)
    }

    /// The sign-up that a challenge belongs to; nil if this tenant never sealed it as one.
    static func openSignUp(_ challenge: String, _ context: RequestContext) -> SignUpState? {
        guard var reader = open(challenge, .signUp, context), let ceremony = readCeremony(&reader, context.tenant),
            let handle = reader.fixed(32), let username = reader.padded(maxUsername),
            let displayName = reader.padded(maxDisplayName)
        else { return nil }
        return SignUpState(ceremony: ceremony, userHandle: handle, username: username, displayName: displayName)
    }

    private static func write(_ state: CeremonyState, _ writer: inout FieldWriter, _ context: RequestContext) {
        writer.fixed(context.services.environment.random(16), 16)
        writer.seconds(state.expiresAt)
        switch state.beginner {
        case .app:
            writer.fixed([0], 1)
            writer.fixed([], digestLength)
        case .page(let digest):
            writer.fixed([1], 1)
            writer.fixed(digest, digestLength)
        }
        writer.fixed(clientDigest(state.clientID), digestLength)
    }

    private static func readCeremony(_ reader: inout FieldReader, _ tenant: Tenant) -> CeremonyState? {
        guard reader.fixed(16) != nil, let expiry = reader.seconds(), let kind = reader.fixed(1),
            let digest = reader.fixed(digestLength), let client = reader.fixed(digestLength),
            let clientID = clientID(client, tenant)
        else { return nil }
        return CeremonyState(
            beginner: kind == [1] ? .page(originDigest: digest) : .app, clientID: clientID, expiresAt: expiry)
    }

    /// A client is remembered by the SHA-256 of its id, because ids have many lengths; no client, by zeros.
    private static func clientDigest(_ id: String) -> [UInt8] { id.isEmpty ? [] : Digest.sha256(Array(id.utf8)) }

    /// Nil if the client is no longer there.
    private static func clientID(_ digest: [UInt8], _ tenant: Tenant) -> String? {
        if digest.allSatisfy({ $0 == 0 }) { return "" }
        return tenant.clients.first { clientDigest($0.id) == digest }?.id
    }

    private static func seal(_ plain: [UInt8], _ kind: Kind, _ context: RequestContext) throws(Problem) -> String {
        do throws(CryptoError) {
            let sealed = try context.services.keys.seal(
                plain, purpose: SealPurpose.challenge, associatedData: associatedData(kind, context.tenant),
                random: context.services.environment.random)
            return Base64URL.encode(sealed)
        } catch {
            throw Problem(.serverError, "No challenge could be made.", cause: "\(error)")
        }
    }

    private static func open(_ challenge: String, _ kind: Kind, _ context: RequestContext) -> FieldReader? {
        guard challenge.utf8.count == textLength(kind), let sealed = Base64URL.decode(challenge),
            let plain = context.services.keys.open(
                sealed, purpose: SealPurpose.challenge, associatedData: associatedData(kind, context.tenant))
        else { return nil }
        return FieldReader(plain)
    }

    private static func associatedData(_ kind: Kind, _ tenant: Tenant) -> [UInt8] {
        Array("\(tenant.id.text)\n\(tenant.relyingParty.id)\n\(kind.rawValue)".utf8)
    }
}

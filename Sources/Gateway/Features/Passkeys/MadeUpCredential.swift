import Crypto
import FoundationEssentials
import HTTP
import Store
import Tenancy
import Text
import WebAuthn

/// The credentials that an unknown name, or one without passkeys, seems to have: the same each time.
///
/// They are as various as real ones, else one look at a list of another kind would tell that the name exists. The first
/// half of an id belongs to the name; the second is a code over the first, by which the gateway knows its own ids again.
/// Whoever tries such an id hears what would be said of a real one: `credential_unknown`, or a registration that
/// succeeds, would tell that nobody has the name.
enum MadeUpCredential {
    /// What common providers and security keys make: bytes of an id, and transports. Repeated by how common they are.
    private static let looks: [(length: Int, transports: [String])] = [
        (16, ["hybrid", "internal"]), (16, ["hybrid", "internal"]), (16, ["internal"]), (20, ["hybrid", "internal"]),
        (20, ["hybrid", "internal"]), (32, ["internal"]), (32, ["hybrid", "internal"]), (64, ["nfc", "usb"]),
    ]

    /// The list for a name, given as `UsernameBinding.digest`.
    static func list(_ usernameDigest: [UInt8], _ context: RequestContext) -> [CredentialDescriptor] {
        // Nothing of the choices is shown: an id that told its own look would be known for made up.
        let choices = code(usernameDigest + [0], context)
        let isPair = choices.first.map { $0 < 64 } ?? false
        return zip(choices.dropFirst(), UInt8(1)...(isPair ? 2 : 1)).map { choice, number in
            let look = looks[Int(choice) % looks.count]
            let name = Array(code(usernameDigest + [number], context).prefix(look.length / 2))
            return CredentialDescriptor(id: name + mark(name, context), transports: look.transports)
        }
    }

    /// Whether this tenant made the id up.
    static func isOne(_ id: [UInt8], _ context: RequestContext) -> Bool {
        guard looks.contains(where: { $0.length == id.count }) else { return false }
        let name = Array(id.prefix(id.count / 2))
        return constantTimeEqual(Array(id.dropFirst(name.count)), mark(name, context))
    }

    /// What is said of a sign-in with such an id: what a real passkey that did not sign would get, after the same work.
    static func refusal(
        _ response: AuthenticationResponse, _ expectation: AuthenticationExpectation, _ state: SignInState,
        _ context: RequestContext
    ) -> WebAuthnRefusal {
        let isAskedFor =
            state.usernameDigest.isEmpty
            || list(state.usernameDigest, context).contains { $0.id == response.credentialID }
        guard isAskedFor else { return .credentialNotAllowed }
        let credential = StoredCredential(
            id: response.credentialID, publicKey: publicKey, signCount: 0, backupEligible: nil,
            userHandle: context.services.environment.random(32))
        do throws(WebAuthnRefusal) {
            _ = try AuthenticationVerifier.verify(response, expecting: expectation, credential: credential)
            return .signatureInvalid
        } catch {
            return error
        }
    }

    /// A COSE key to check signatures with. Any would do, so it is the curve's base point: whatever comes of the check,
    /// the answer is no.
    private static let publicKey =
        Hex.decode(
            "a5010203262001215820" + "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "225820" + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5") ?? []

    private static func mark(_ name: [UInt8], _ context: RequestContext) -> [UInt8] {
        Array(code(name, context).prefix(name.count))
    }

    /// Digests with a number and halves differ in length, so that no code stands for both.
    private static func code(_ bytes: [UInt8], _ context: RequestContext) -> [UInt8] {
        HMACSHA256.code(
            Array("\(context.tenant.id.text)\n".utf8) + bytes,
            key: context.services.keys.current.derive(SealPurpose.madeUpCredential))
    }
}

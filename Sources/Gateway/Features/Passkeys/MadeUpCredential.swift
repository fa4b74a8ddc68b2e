import Crypto
import FoundationEssentials
import HTTP
import Store
import Tenancy
import WebAuthn

/// The credential that an unknown name, or one without passkeys, seems to have: the same each time.
///
/// The first half of its id belongs to the name; the second is a code over the first, by which the gateway knows its own
/// ids again. Whoever tries such an id hears what would be said of a real one: `credential_unknown`, or a registration
/// that succeeds, would tell that nobody has the name.
enum MadeUpCredential {
    private static let half = 16

    /// The id for a name, given as `UsernameBinding.digest`.
    static func id(_ usernameDigest: [UInt8], _ context: RequestContext) -> [UInt8] {
        let name = Array(code(usernameDigest, context).prefix(half))
        return name + mark(name, context)
    }

    /// Whether this tenant made the id up.
    static func isOne(_ id: [UInt8], _ context: RequestContext) -> Bool {
        id.count == 2 * half && constantTimeEqual(Array(id.suffix(half)), mark(Array(id.prefix(half)), context))
    }

    /// What is said of a sign-in with such an id: what a real passkey that did not sign would get.
    static func refusal(
        _ response: AuthenticationResponse, _ expectation: AuthenticationExpectation, _ state: SignInState,
        _ context: RequestContext
    ) -> WebAuthnRefusal {
        let isAskedFor = state.usernameDigest.isEmpty || response.credentialID == id(state.usernameDigest, context)
        guard isAskedFor else { return .credentialNotAllowed }
        guard response.userHandle == nil else { return .userHandleMismatch }
        guard !expectation.requireUserHandle else { return .userHandleMissing }
        do throws(WebAuthnRefusal) {
            try AuthenticationVerifier.verifyCeremony(response, expecting: expectation)
            return .signatureInvalid
        } catch {
            return error
        }
    }

    private static func mark(_ name: [UInt8], _ context: RequestContext) -> [UInt8] {
        Array(code(name, context).prefix(half))
    }

    /// Digests and halves differ in length, so that no code stands for both.
    private static func code(_ bytes: [UInt8], _ context: RequestContext) -> [UInt8] {
        HMACSHA256.code(
            Array("\(context.tenant.id.text)\n".utf8) + bytes,
            key: context.services.keys.current.derive(SealPurpose.madeUpCredential))
    }
}

package import JSON
package import WebAuthn

/// A refused request: what the caller is told, and apart from it what only the operator sees.
package struct Problem: Error, Sendable {
    /// The stable code on the wire.
    package let code: String
    /// The HTTP status.
    package let status: Int
    /// One sentence that names the kind of problem.
    package let title: String
    /// What to do; never a secret, a token, or whether an account exists.
    package let detail: String
    /// The private cause, for logs and events only.
    package var cause: String?
    /// Further members of the answer, such as `signal`.
    package var members: [(name: String, value: JSONValue)] = []
    /// Further header fields of the answer, such as `Retry-After`.
    package var headers: [(String, String)] = []

    /// A problem with one of the gateway's own codes.
    package init(_ code: ProblemCode, _ detail: String, cause: String? = nil) {
        self.code = code.rawValue
        status = code.status
        title = code.title
        self.detail = detail
        self.cause = cause
    }

    /// A ceremony's refusal. Registrations answer 400 and authentications 401, apart from the two codes that say
    /// more by their own status (`credential_exists`, `credential_unknown`).
    package init(_ refusal: WebAuthnRefusal, in ceremony: CeremonyKind) {
        self.init(refusal.code, refusal.detail, in: ceremony, cause: "\(refusal)")
    }

    /// A ceremony's refusal by code.
    package init(_ code: WebAuthnCode, _ detail: String, in ceremony: CeremonyKind, cause: String? = nil) {
        self.code = code.rawValue
        status =
            switch code {
            case .credentialExists: 409
            case .credentialUnknown: 404
            default: ceremony == .registration ? 400 : 401
            }
        title = ceremony == .registration ? "The passkey was not registered" : "The passkey was not accepted"
        self.detail = detail
        self.cause = cause
        if status == 401 { headers.append(("WWW-Authenticate", "Gatehouse-Passkey")) }
    }
}

/// Which of the two WebAuthn ceremonies a call belongs to.
package enum CeremonyKind: String, Sendable {
    case registration, authentication
}

/// The stable codes of refused requests that are not a ceremony's own (those are `WebAuthnCode`).
///
/// `docs/errors.md` explains each of them; a test compares the two lists.
package enum ProblemCode: String, Sendable, CaseIterable {
    case tenantUnknown = "tenant_unknown"
    case pathUnknown = "path_unknown"
    case methodNotAllowed = "method_not_allowed"
    case requestMalformed = "request_malformed"
    case bodyTooLarge = "body_too_large"
    case mediaTypeUnsupported = "media_type_unsupported"
    case crossSiteRequest = "cross_site_request"
    case rateLimited = "rate_limited"
    case unavailable = "unavailable"
    case serverError = "server_error"

    case sessionRequired = "session_required"
    case sessionInvalid = "session_invalid"
    case sessionUnknown = "session_unknown"
    case reauthenticationRequired = "reauthentication_required"
    case accountMismatch = "account_mismatch"
    case passkeyUnknown = "passkey_unknown"
    case passkeyNameInvalid = "passkey_name_invalid"
    case lastCredential = "last_credential"
    case passkeyLimit = "passkey_limit"

    case signUpClosed = "sign_up_closed"
    case usernameTaken = "username_taken"
    case usernameInvalid = "username_invalid"
    case displayNameInvalid = "display_name_invalid"
    case clientNotAllowed = "client_not_allowed"
    case conditionalNotAllowed = "conditional_not_allowed"
    case invalidClient = "invalid_client"

    /// The HTTP status that goes with the code.
    package var status: Int {
        switch self {
        case .requestMalformed: 400
        case .sessionRequired, .sessionInvalid, .invalidClient: 401
        case .crossSiteRequest, .reauthenticationRequired, .signUpClosed, .clientNotAllowed, .conditionalNotAllowed:
            403
        case .tenantUnknown, .pathUnknown, .sessionUnknown, .passkeyUnknown: 404
        case .methodNotAllowed: 405
        case .accountMismatch, .lastCredential, .passkeyLimit, .usernameTaken: 409
        case .bodyTooLarge: 413
        case .mediaTypeUnsupported: 415
        case .usernameInvalid, .displayNameInvalid, .passkeyNameInvalid: 422
        case .rateLimited: 429
        case .serverError: 500
        case .unavailable: 503
        }
    }

    /// One sentence for a person who reads the answer.
    package var title: String {
        switch self {
        case .tenantUnknown: "No tenant answers on this host"
        case .pathUnknown: "Nothing is here"
        case .methodNotAllowed: "This method is not allowed here"
        case .requestMalformed: "The request is malformed"
        case .bodyTooLarge: "The body is too large"
        case .mediaTypeUnsupported: "The media type is not supported"
        case .crossSiteRequest: "A request with a cookie must come from the same origin"
        case .rateLimited: "Too many requests"
        case .unavailable: "The service is not available right now"
        case .serverError: "Something went wrong on the server"
        case .sessionRequired: "A session is required"
        case .sessionInvalid: "The session has ended or never existed"
        case .sessionUnknown: "No such session"
        case .reauthenticationRequired: "A fresh sign-in is required"
        case .accountMismatch: "The passkey belongs to another account than the session"
        case .passkeyUnknown: "No such passkey"
        case .passkeyNameInvalid: "The passkey's name is not acceptable"
        case .lastCredential: "This is the only way to sign in to the account"
        case .passkeyLimit: "The account has as many passkeys as it may have"
        case .signUpClosed: "Sign-up is closed"
        case .usernameTaken: "The user name is taken"
        case .usernameInvalid: "The user name is not acceptable"
        case .displayNameInvalid: "The display name is not acceptable"
        case .clientNotAllowed: "The client is not proven by the caller's origin"
        case .conditionalNotAllowed: "A conditional registration is not allowed here"
        case .invalidClient: "Client authentication failed"
        }
    }
}

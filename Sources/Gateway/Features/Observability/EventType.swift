import HTTP
import JSON
import Store

/// The events this features write, one place for their names.
enum EventType: String, Sendable, CaseIterable {
    case passkeyRegistered = "passkey.registered"
    case passkeyRefused = "passkey.registration_refused"
    case passkeyRenamed = "passkey.renamed"
    case passkeyRemoved = "passkey.removed"
    case signedIn = "session.created"
    case signInRefused = "session.refused"
    case reauthenticated = "session.reauthenticated"
    case signedOut = "session.ended"
    case sessionRevoked = "session.revoked"
    case accountCreated = "account.created"
    case accountChanged = "account.changed"
    case accountDeleted = "account.deleted"
}

extension RequestContext {
    /// An event about this request.
    func event(
        _ type: EventType, account: AccountID? = nil, session: String? = nil, client: String? = nil,
        reason: String? = nil, detail: [(String, JSONValue)] = []
    ) -> Event {
        Event(
            at: now, type: type.rawValue, accountID: account, sessionID: session,
            clientID: client, address: address, origin: origin.map { String($0.prefix(200)) },
            requestID: request.id, reason: reason,
            detail: detail.isEmpty ? nil : JSONValue.object(JSONObject(detail)).serializedText())
    }
}

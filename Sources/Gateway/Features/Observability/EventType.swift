import HTTP
import JSON
import Store
import Tenancy

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
    /// A call that can take or lose an account.
    case changeRefused = "account.refused"
    /// A service that introspects or revokes.
    case serviceRefused = "service.refused"
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

    /// Puts a refusal into the tenant's events, with its reason and private cause. What only a flood brings (429), and
    /// what the store could not take (503), is counted and logged instead: a write for each would be one more load.
    func record(_ problem: Problem, as type: EventType) {
        guard problem.status != 429, problem.status != 503 else { return }
        let cause = problem.cause.map { [("cause", JSONValue.string(String($0.prefix(300))))] } ?? []
        services.events.record(
            event(type, account: caller?.account.id, session: caller?.session.id, reason: problem.code, detail: cause),
            in: tenant.id)
    }
}

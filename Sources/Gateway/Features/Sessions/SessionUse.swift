import FoundationEssentials
import Store
import Tenancy

/// Use moves the idle end of a session, written at most every five minutes.
enum SessionUse {
    static let interval: TimeInterval = 300

    /// The session as it is after this use, so that the answer tells the end it really has.
    static func record(_ session: Session, _ context: RequestContext) async -> Session {
        guard context.now.timeIntervalSince(session.lastSeenAt) >= interval else { return session }
        let idle = min(
            session.expiresAt, context.now.addingTimeInterval(TimeInterval(context.tenant.sessions.idle)))
        // A session that cannot be moved right now is still good: the next use tries again.
        let isMoved = try? await context.services.store.touchSession(
            id: session.id, of: session.accountID, idleExpiresAt: idle, lastSeenAt: context.now, in: context.tenant.id)
        guard isMoved == true else { return session }
        var moved = session
        moved.idleExpiresAt = idle
        moved.lastSeenAt = context.now
        return moved
    }
}

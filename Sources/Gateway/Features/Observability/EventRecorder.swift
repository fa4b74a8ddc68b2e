package import Store
import Synchronization
package import Tenancy

/// The way of events that stand in no transaction of their own (refusals) to the audit log.
///
/// They wait in a bounded queue and are written in batches by one task; when the queue is full they are dropped and
/// counted, so that a flood of bad requests cannot grow memory or hold back sign-ins. One tenant fills at most a quarter
/// of it, so that a flood at one does not cost another its events.
package final class EventRecorder: Sendable {
    private struct State {
        var waiting: [(tenant: TenantID, event: Event)] = []
        /// How many of them are each tenant's.
        var share: [TenantID: Int] = [:]
        var isWriting = false
        var dropped = 0
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let write: @Sendable ([Event], TenantID) async throws -> Void

    /// A recorder that keeps at most `capacity` waiting events and hands batches to `write`.
    package init(capacity: Int = 4_096, write: @escaping @Sendable ([Event], TenantID) async throws -> Void) {
        self.capacity = capacity
        self.write = write
    }

    /// Events that found the queue full or the store out of reach.
    package var dropped: Int { state.withLock { $0.dropped } }

    /// Queues one event; never waits.
    package func record(_ event: Event, in tenant: TenantID) {
        let starts = state.withLock { state -> Bool in
            let share = state.share[tenant, default: 0]
            guard state.waiting.count < capacity, share < max(1, capacity / 4) else {
                state.dropped += 1
                return false
            }
            state.waiting.append((tenant, event))
            state.share[tenant] = share + 1
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if starts { Task { await drain() } }
    }

    /// Waits until what was queued so far is written (at stop, and in tests), five seconds at most.
    package func flush() async {
        for _ in 0..<1_000 where state.withLock({ $0.isWriting }) {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private func drain() async {
        while let batch = nextBatch() {
            do {
                try await write(batch.events, batch.tenant)
            } catch {
                state.withLock { $0.dropped += batch.events.count }
            }
        }
    }

    /// The oldest waiting events that belong to one tenant.
    private func nextBatch() -> (events: [Event], tenant: TenantID)? {
        state.withLock { state in
            guard let tenant = state.waiting.first?.tenant else {
                state.isWriting = false
                return nil
            }
            let batch = state.waiting.prefix(256).prefix { $0.tenant == tenant }
            state.waiting.removeFirst(batch.count)
            let rest = state.share[tenant, default: 0] - batch.count
            state.share[tenant] = rest > 0 ? rest : nil
            return (batch.map(\.event), tenant)
        }
    }
}

import FoundationEssentials
import Synchronization
import Tenancy

/// Introspected sessions of the last seconds, as prepared answers.
///
/// Bounded in number; an entry is good for `life` (5 s, the bound stated for other nodes) and never beyond the
/// session's own end. A session that ends on this node leaves at once: `invalidate` also turns away answers that were
/// being read while it ended, by a counter that a fill must find unchanged.
package final class IntrospectionCache: Sendable {
    /// A prepared answer and when it stops being true by itself.
    struct Entry: Sendable {
        let tenant: TenantID
        let answer: [UInt8]
        let minimalAnswer: [UInt8]
        let goodUntil: Double
    }

    /// Taken before the store is read; a fill with an old one is dropped.
    struct Ticket: Sendable {
        fileprivate let invalidations: Int
    }

    private struct State {
        var entries: [[UInt8]: Entry] = [:]
        var invalidations = 0
    }

    private final class Shard: Sendable {
        let state = Mutex(State())
    }

    static let life: TimeInterval = 5
    private let shards: [Shard]
    private let capacityPerShard: Int

    /// A cache of at most `capacity` sessions.
    package init(capacity: Int = 100_000) {
        shards = (0..<16).map { _ in Shard() }
        capacityPerShard = max(1, capacity / 16)
    }

    private func shard(_ hash: [UInt8]) -> Shard { shards[Int((hash.first ?? 0) & 15)] }

    func find(_ hash: [UInt8], tenant: TenantID, now: Date) -> Entry? {
        let time = now.timeIntervalSince1970
        return shard(hash).state.withLock { state in
            guard let entry = state.entries[hash], entry.tenant == tenant else { return nil }
            if entry.goodUntil > time { return entry }
            state.entries[hash] = nil
            return nil
        }
    }

    func ticket(_ hash: [UInt8]) -> Ticket {
        shard(hash).state.withLock { Ticket(invalidations: $0.invalidations) }
    }

    func fill(_ hash: [UInt8], _ entry: Entry, _ ticket: Ticket, now: Date) {
        let time = now.timeIntervalSince1970
        shard(hash).state.withLock { state in
            guard state.invalidations == ticket.invalidations else { return }
            if state.entries.count >= capacityPerShard, state.entries[hash] == nil {
                state.entries = state.entries.filter { $0.value.goodUntil > time }
                if state.entries.count >= capacityPerShard { state.entries.removeAll(keepingCapacity: true) }
            }
            state.entries[hash] = entry
        }
    }

    /// Sessions with these token hashes have ended or changed.
    package func invalidate(_ hashes: [[UInt8]]) {
        for hash in hashes {
            shard(hash).state.withLock { state in
                state.invalidations += 1
                state.entries[hash] = nil
            }
        }
    }

    /// Entries held at this moment.
    package var count: Int { shards.reduce(0) { $0 + $1.state.withLock { $0.entries.count } } }
}

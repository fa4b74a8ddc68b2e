import FoundationEssentials
import HTTP
import Synchronization
import Tenancy

/// Token buckets in this node's memory, one per class, tenant and address.
///
/// Bounded: above `capacity` buckets the ones that are full again are dropped, and if none is, the whole shard is
/// (callers then start with fresh buckets, which errs on the side of serving people during a flood of addresses).
package final class RateLimiter: Sendable {
    private struct Key: Hashable {
        let rate: RateClass
        let tenant: TenantID
        let address: PeerAddress
    }

    private struct Bucket {
        var tokens: Double
        var updated: Double
        var fullAt: Double
    }

    private struct Shard {
        var buckets: [Key: Bucket] = [:]
    }

    private let shards: [GuardedShard]
    private let capacityPerShard: Int

    private final class GuardedShard: Sendable {
        let state = Mutex(Shard())
    }

    /// A limiter that remembers at most `capacity` addresses.
    package init(capacity: Int = 65_536) {
        shards = (0..<16).map { _ in GuardedShard() }
        capacityPerShard = max(1, capacity / 16)
    }

    /// Takes one token. Nil if there was one, else the seconds to wait for the next.
    func take(_ rate: RateClass, tenant: Tenant, address: PeerAddress, now: Date) -> Int? {
        guard let limit = limit(of: rate, tenant) else { return nil }
        let key = Key(rate: rate, tenant: tenant.id, address: address)
        let index = Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))
        let time = now.timeIntervalSince1970
        return shards[index].state.withLock { shard in
            makeRoom(&shard, key, time)
            let refill = limit.count / limit.seconds
            var bucket = shard.buckets[key] ?? Bucket(tokens: limit.count, updated: time, fullAt: time)
            bucket.tokens = min(limit.count, bucket.tokens + max(0, time - bucket.updated) * refill)
            bucket.updated = time
            let admitted = bucket.tokens >= 1
            if admitted { bucket.tokens -= 1 }
            bucket.fullAt = time + (limit.count - bucket.tokens) / refill
            shard.buckets[key] = bucket
            return admitted ? nil : max(1, Int(((1 - bucket.tokens) / refill).rounded(.up)))
        }
    }

    private func limit(of rate: RateClass, _ tenant: Tenant) -> (count: Double, seconds: Double)? {
        let base = tenant.limits.perAddress
        let factor: Double
        switch rate {
        case .unlimited: return nil
        case .begin: factor = 5
        case .finish, .service: factor = 1
        case .account: factor = 10
        }
        return (Double(base.count) * factor, Double(max(1, base.seconds)))
    }

    private func makeRoom(_ shard: inout Shard, _ key: Key, _ time: Double) {
        guard shard.buckets.count >= capacityPerShard, shard.buckets[key] == nil else { return }
        shard.buckets = shard.buckets.filter { $0.value.fullAt > time }
        if shard.buckets.count >= capacityPerShard { shard.buckets.removeAll(keepingCapacity: true) }
    }
}

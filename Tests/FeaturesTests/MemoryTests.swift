import Crypto
import Foundation
import HTTP
import Store
import Synchronization
import Tenancy
import Testing
import Text

@testable import Features

/// What a node keeps in memory is bounded, and right at its edges.
@Suite(.lab) struct MemoryTests {
    private static let now = LabClock.start

    private func tenant(_ id: String) throws -> Tenant {
        let id = try #require(TenantID(id))
        return try #require(try Lab.current().gateway.tenants.tenants[id])
    }

    @Test func `a limiter remembers so many addresses and no more`() throws {
        let limiter = RateLimiter(capacity: 64)
        let slow = try tenant("slow")
        for index in 0..<10_000 {
            _ = limiter.take(.finish, tenant: slow, address: PeerAddress(ipv4: UInt32(index)), now: Self.now)
        }
        // A flood of addresses ends in fresh buckets, not in refusals of everybody.
        #expect(limiter.take(.finish, tenant: slow, address: PeerAddress(ipv4: 1 << 20), now: Self.now) == nil)
    }

    @Test func `a bucket holds its count, fills evenly, and is the tenant's own`() throws {
        let limiter = RateLimiter()
        let (slow, bank) = (try tenant("slow"), try tenant("bank"))
        let address = PeerAddress(ipv4: 0x7f00_0001)
        func take(_ seconds: TimeInterval) -> Int? {
            limiter.take(.finish, tenant: slow, address: address, now: Self.now + seconds)
        }
        #expect([take(0), take(0), take(0)] == [nil, nil, nil])
        #expect(take(0) == 20)
        #expect(take(10) == 10)
        #expect(take(19.5) == 1)
        #expect(take(20) == nil)
        #expect(take(20) == 20)
        #expect(limiter.take(.finish, tenant: bank, address: address, now: Self.now) == nil)
        #expect(limiter.take(.unlimited, tenant: slow, address: address, now: Self.now) == nil)
    }

    private func entry(_ tenant: String, until: TimeInterval) throws -> IntrospectionCache.Entry {
        IntrospectionCache.Entry(
            tenant: try #require(TenantID(tenant)), answer: [1], minimalAnswer: [2],
            goodUntil: (Self.now + until).timeIntervalSince1970)
    }

    @Test func `an introspection is remembered for its tenant, until its time, unless it was invalidated`() throws {
        let cache = IntrospectionCache()
        let (acme, bolt) = (try #require(TenantID("acme")), try #require(TenantID("bolt")))
        let hash: [UInt8] = Array(repeating: 7, count: 32)
        cache.fill(hash, try entry("acme", until: 5), cache.ticket(hash), now: Self.now)
        #expect(cache.find(hash, tenant: acme, now: Self.now + 4.9)?.answer == [1])
        #expect(cache.find(hash, tenant: bolt, now: Self.now) == nil)
        #expect(cache.find(hash, tenant: acme, now: Self.now + 5) == nil)
        // What was read before an end is not kept after it.
        let ticket = cache.ticket(hash)
        cache.invalidate([hash])
        cache.fill(hash, try entry("acme", until: 5), ticket, now: Self.now)
        #expect(cache.find(hash, tenant: acme, now: Self.now) == nil)
        cache.fill(hash, try entry("acme", until: 5), cache.ticket(hash), now: Self.now)
        cache.invalidate([hash])
        #expect(cache.find(hash, tenant: acme, now: Self.now) == nil)
    }

    @Test func `the cache of introspections is bounded`() throws {
        let cache = IntrospectionCache(capacity: 160)
        for index in 0..<5_000 {
            let hash = Digest.sha256(Array("\(index)".utf8))
            cache.fill(hash, try entry("acme", until: 5), cache.ticket(hash), now: Self.now)
            #expect(cache.count <= 160)
        }
        #expect(cache.count > 0)
    }

    private func event(_ number: Int) -> Event {
        Event(at: Self.now, type: "t", address: "::1", requestID: "\(number)")
    }

    @Test func `events are written in order and in batches; those that find no room are counted`() async throws {
        let acme = try #require(TenantID("acme"))
        let written = Mutex<[[String]]>([])
        let recorder = EventRecorder(capacity: 2_000) { events, _ in
            written.withLock { $0.append(events.map(\.requestID)) }
        }
        for number in 0..<500 { recorder.record(event(number), in: acme) }
        await recorder.flush()
        #expect(written.withLock { $0 }.flatMap { $0 } == (0..<500).map { "\($0)" })
        #expect(recorder.dropped == 0)

        // One tenant's flood leaves room for another's events.
        let held = EventRecorder(capacity: 8) { _, _ in try await Task.sleep(for: .seconds(1)) }
        for number in 0..<20 { held.record(event(number), in: acme) }
        #expect(held.dropped >= 16)
        let before = held.dropped
        held.record(event(0), in: try #require(TenantID("bolt")))
        #expect(held.dropped == before)
        await held.flush()

        let failing = EventRecorder(capacity: 1_000) { _, _ in throw StoreError.busy }
        for number in 0..<10 { failing.record(event(number), in: acme) }
        await failing.flush()
        #expect(failing.dropped == 10)

        let none = EventRecorder(capacity: 0) { _, _ in }
        none.record(event(0), in: acme)
        #expect(none.dropped == 1)
    }
}

@Suite struct BearerTokenTests {
    @Test func `a token is its prefix, 32 random bytes and a checksum, and only its hash is known`() throws {
        let token = BearerToken.make(.session, random: .system)
        let text = token.text.revealedText
        #expect(text.hasPrefix("gths_"))
        #expect(text.utf8.count == 52)
        #expect(BearerToken.hash(of: text, kind: .session) == token.hash)
        #expect(token.hash == Digest.sha256(Array(text.utf8)))
        #expect("\(token)".contains(text) == false)
        #expect(BearerToken.make(.session, random: .system).text.revealedText != text)
    }

    @Test func `no letter of it can be changed, left out or added`() {
        let text = BearerToken.make(.session, random: .system).text.revealedText
        for index in text.indices {
            var other = text
            other.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(BearerToken.hash(of: other, kind: .session) == nil)
            other = text
            other.remove(at: index)
            #expect(BearerToken.hash(of: other, kind: .session) == nil)
        }
        for other in [text + "A", " " + text, text + "\n", text + "\u{301}", "", "gths_"] {
            #expect(BearerToken.hash(of: other, kind: .session) == nil)
        }
    }
}

@Suite struct KeyRingTests {
    private static let first = Secret(Array(repeating: 1, count: 32))
    private static let second = Secret(Array(repeating: 2, count: 32))

    @Test func `a sealed value opens for its purpose, its data and its key, whole`() throws {
        let ring = try #require(KeyRing([Self.first]))
        let sealed = try ring.seal([1, 2, 3], purpose: "challenge", associatedData: [9], random: .system)
        #expect(sealed.count == 3 + KeyRing.overhead)
        #expect(ring.open(sealed, purpose: "challenge", associatedData: [9]) == [1, 2, 3])
        #expect(ring.open(sealed, purpose: "other", associatedData: [9]) == nil)
        #expect(ring.open(sealed, purpose: "challenge", associatedData: [8]) == nil)
        #expect(try #require(KeyRing([Self.second])).open(sealed, purpose: "challenge", associatedData: [9]) == nil)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(ring.open(changed, purpose: "challenge", associatedData: [9]) == nil)
            #expect(ring.open(Array(sealed.prefix(index)), purpose: "challenge", associatedData: [9]) == nil)
        }
    }

    @Test func `the first key seals, all open`() throws {
        let old = try #require(KeyRing([Self.first]))
        let both = try #require(KeyRing([Self.second, Self.first]))
        let sealed = try old.seal([5], purpose: "challenge", associatedData: [], random: .system)
        #expect(both.open(sealed, purpose: "challenge", associatedData: []) == [5])
        let new = try both.seal([6], purpose: "challenge", associatedData: [], random: .system)
        #expect(old.open(new, purpose: "challenge", associatedData: []) == nil)
        #expect(both.checks.map(\.keyID).count == 2)
    }

    @Test func `short keys and no keys are none`() {
        #expect(KeyRing([]) == nil)
        #expect(KeyRing([Secret(Array(repeating: 1, count: 31))]) == nil)
        #expect(KeyRing([Self.first, Secret([])]) == nil)
    }
}

import TestSupport
import Testing
import WebAuthn

/// What becomes of a counter.
struct CounterCase: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable { case accepted, found, refused }

    let policy: CounterPolicy
    let stored: UInt32
    let received: UInt32
    /// BE as stored, nil if never seen.
    let wasEligible: Bool?
    let isEligible: Bool
    let outcome: Outcome

    init(
        _ policy: CounterPolicy, _ stored: UInt32, _ received: UInt32, _ wasEligible: Bool?, _ isEligible: Bool,
        _ outcome: Outcome
    ) {
        self.policy = policy
        self.stored = stored
        self.received = received
        self.wasEligible = wasEligible
        self.isEligible = isEligible
        self.outcome = outcome
    }

    var testDescription: String {
        "\(policy): \(stored) then \(received), BE \(wasEligible.map { "\($0)" } ?? "unknown") then \(isEligible)"
    }

    static let all = [
        CounterCase(.auto, 0, 0, false, false, .accepted),
        CounterCase(.reject, 0, 0, true, true, .accepted),
        CounterCase(.reject, 0, 1, false, false, .accepted),
        CounterCase(.reject, 5, 6, false, false, .accepted),
        CounterCase(.reject, .max - 1, .max, false, false, .accepted),
        CounterCase(.auto, 5, 5, false, false, .refused),
        CounterCase(.auto, 5, 4, false, false, .refused),
        CounterCase(.auto, 5, 0, nil, false, .refused),
        CounterCase(.auto, .max, 0, false, false, .refused),
        CounterCase(.auto, 5, 5, true, true, .found),
        CounterCase(.auto, 5, 0, nil, true, .found),
        // A copied key can set any flag it likes.
        CounterCase(.auto, 5, 5, false, true, .refused),
        CounterCase(.reject, 5, 5, true, true, .refused),
        CounterCase(.reject, 5, 0, true, true, .refused),
        CounterCase(.warn, 5, 5, false, false, .found),
        CounterCase(.warn, 5, 0, true, true, .found),
    ]
}

@Suite("Signature counter (§7.2 step 22)")
struct CounterPolicyTests {
    @Test(arguments: CounterCase.all)
    func `a counter is accepted, found or refused`(_ row: CounterCase) throws {
        let fixture = CeremonyFixture()
        let credential = try fixture.stored().with(
            signCount: row.stored, backupEligible: .some(row.wasEligible))
        let json = try fixture.assertion {
            $0.counter = row.received
            $0.backupEligible = row.isEligible
        }
        let result = Result { try CeremonyFixture.authenticate(json, credential) { $0.counter = row.policy } }
        switch row.outcome {
        case .accepted: #expect(try !result.get().findings.contains(.counterRegressed))
        case .found: #expect(try result.get().findings.contains(.counterRegressed))
        case .refused:
            ExpectedRefusal.exactly(.counterRegressed(stored: row.stored, received: row.received)).expect {
                _ = try result.get()
            }
        }
    }
}

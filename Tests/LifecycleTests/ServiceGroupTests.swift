import Lifecycle
import Synchronization
import Testing

private final class Journal: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct Failure: Error {}

@Suite("Ordered start and stop")
struct ServiceGroupTests {
    private let journal = Journal()

    private func service(_ name: String, fails: Bool = false) -> Service {
        let journal = journal
        return Service(name) {
            if fails { throw Failure() }
            journal.write("+\(name)")
        } stop: {
            journal.write("-\(name)")
        }
    }

    @Test("Services stop in reverse order, once")
    func order() async throws {
        let group = ServiceGroup([service("a"), service("b"), service("c")])
        try await group.start()
        await group.stop()
        await group.stop()
        #expect(journal.all == ["+a", "+b", "+c", "-c", "-b", "-a"])
    }

    @Test("A service that fails to start stops those before it")
    func failure() async {
        let group = ServiceGroup([service("a"), service("b", fails: true), service("c")])
        await #expect(throws: Failure.self) { try await group.start() }
        #expect(journal.all == ["+a", "-a"])
    }

    @Test("A service that does not stop is reported and holds up nobody")
    func bounded() async throws {
        let journal = journal
        let stuck = Service("stuck", start: {}, stop: { try? await Task.sleep(for: .seconds(3600)) })
        let group = ServiceGroup([service("a"), stuck], stopLimit: .milliseconds(20)) { journal.write($0) }
        try await group.start()
        await group.stop()
        #expect(journal.all.count == 3)
        #expect(journal.all[1].hasPrefix("stuck did not stop"))
        #expect(journal.all.last == "-a")
    }
}

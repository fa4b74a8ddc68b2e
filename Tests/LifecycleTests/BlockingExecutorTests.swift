import Glibc
import Lifecycle
import Synchronization
import Testing

/// A gate that work waits at, on the executor's threads, until the test opens it.
private final class Barrier: Sendable {
    private let isOpen = Atomic(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    func wait() {
        for _ in 0..<5000 where !isOpen.load(ordering: .acquiring) { usleep(1000) }
    }
}

/// How much runs at the same time, and how much at most did.
private final class Meter: Sendable {
    private let running = Atomic(0)
    private let highest = Atomic(0)
    var most: Int { highest.load(ordering: .relaxed) }

    func enter() { highest.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed) }
    func leave() { running.subtract(1, ordering: .relaxed) }
}

private struct Failure: Error {}

@Suite("Blocking executor")
struct BlockingExecutorTests {
    @Test("Work returns its value or throws its error")
    func results() async throws {
        let executor = try BlockingExecutor(threads: 2, queued: 8)
        #expect(try await executor.run { 6 * 7 } == 42)
        await #expect(throws: Failure.self) { try await executor.run { throw Failure() } }
        executor.stop()
    }

    @Test("Everything that fits runs, with as many at a time as there are threads")
    func parallelism() async throws {
        let executor = try BlockingExecutor(threads: 3, queued: 100)
        let meter = Meter()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try await executor.run {
                        meter.enter()
                        usleep(1000)
                        meter.leave()
                        return number
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 1770)
        #expect(meter.most <= 3)
    }

    @Test("What does not fit is refused at once, and there is room again afterwards")
    func bound() async throws {
        let executor = try BlockingExecutor(threads: 1, queued: 2)
        let barrier = Barrier()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do {
                        try await executor.run { barrier.wait() }
                        return true
                    } catch {
                        #expect(error as? LifecycleError == .full)
                        return false
                    }
                }
            }
            var outcomes: [Bool] = []
            for await outcome in group {
                outcomes.append(outcome)
                if outcomes.count == 7 { barrier.open() }
            }
            return outcomes
        }
        #expect(outcomes == Array(repeating: false, count: 7) + [true, true, true])
        for _ in 0..<20 { try await executor.run {} }
    }

    @Test("After stop, what was queued still runs and new work is refused")
    func stop() async throws {
        let executor = try BlockingExecutor(threads: 1, queued: 4)
        let barrier = Barrier()
        let meter = Meter()
        async let first: Int = executor.run {
            meter.enter()
            barrier.wait()
            return 1
        }
        for _ in 0..<5000 where meter.most == 0 { try await Task.sleep(for: .milliseconds(1)) }
        executor.stop()
        await #expect(throws: LifecycleError.stopped) { try await executor.run {} }
        barrier.open()
        #expect(try await first == 1)
    }
}

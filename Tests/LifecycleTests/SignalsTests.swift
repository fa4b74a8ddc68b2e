import Foundation
import Testing

@testable import Lifecycle

@Suite("Signals")
struct SignalsTests {
    /// A signal for the whole process would end it, because the test runner's other threads do not block it. `raise` is
    /// for the calling thread only, and its pending signals can be read there.
    @Test("A blocked signal is read as a value", arguments: Signal.allCases)
    func read(_ signal: Signal) async {
        let seen = await withCheckedContinuation { (continuation: CheckedContinuation<Signal?, Never>) in
            Thread.detachNewThread {
                Signals.block()
                guard let descriptor = try? Signals.open() else { return continuation.resume(returning: nil) }
                defer { close(descriptor) }
                raise(signal.rawValue)
                continuation.resume(returning: Signals.read(descriptor))
            }
        }
        #expect(seen == signal)
    }

    @Test("The limit of open files can be raised to what the system allows")
    func openFiles() {
        let first = OpenFileLimit.raise()
        #expect(first >= 256)
        #expect(OpenFileLimit.raise() == first)
    }
}

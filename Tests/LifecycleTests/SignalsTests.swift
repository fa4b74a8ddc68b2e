import Glibc
import Lifecycle
import Testing

@Suite("Signals")
struct SignalsTests {
    @Test(
        "Signals to the process arrive as values, one by one, and there is one stream of them", .timeLimit(.minutes(1)))
    func stream() async throws {
        var signals = try Signals.stream().makeAsyncIterator()
        for signal in Signal.allCases + Signal.allCases.reversed() {
            kill(getpid(), signal.rawValue)
            #expect(await signals.next() == signal)
        }
        #expect(throws: LifecycleError.signalsTaken) { try Signals.stream() }
    }

    @Test("The limit of open files can be raised to what the system allows")
    func openFiles() {
        let first = OpenFileLimit.raise()
        #expect(first >= 256)
        #expect(OpenFileLimit.raise() == first)
    }
}

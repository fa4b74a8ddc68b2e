internal import Glibc
internal import Synchronization

/// A thread of its own for calls that block, and a way to wait for its end without blocking.
final class WorkerThread: Sendable {
    private struct State {
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// What the new thread takes over.
    private final class Start {
        let thread: WorkerThread
        let body: @Sendable () -> Void

        init(_ thread: WorkerThread, _ body: @escaping @Sendable () -> Void) {
            self.thread = thread
            self.body = body
        }
    }

    private let state = Mutex(State())

    /// Starts the thread; it lives until `body` returns.
    init(_ body: @escaping @Sendable () -> Void) throws(SQLiteError) {
        let start = Unmanaged.passRetained(Start(self, body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                WorkerThread.run(Unmanaged<Start>.fromOpaque(argument).takeRetainedValue())
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw SQLiteError(.io, "cannot start a thread: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
    }

    /// Returns when the thread has ended.
    func ended() async {
        await withCheckedContinuation { waiter in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiters.append(waiter) }
                return state.hasEnded
            }
            if hasEnded { waiter.resume() }
        }
    }

    private static func run(_ start: Start) {
        // Signals belong to the thread that reads them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        start.body()
        let waiters = start.thread.state.withLock { state in
            state.hasEnded = true
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

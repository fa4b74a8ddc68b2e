internal import CLinux
internal import Glibc

/// A thread beside the library's: cuts slow connections twice a second, and drains and stops the library when asked.
///
/// Stopping blocks until the library's threads have ended, which must happen neither on them nor on a thread of Swift's
/// pool.
final class Caretaker: Sendable {
    private enum State {
        case created
        case running
        case stopping(deadline: UInt64, waiters: [CheckedContinuation<Void, Never>])
        case stopped
    }

    private let state = Lock(State.created)
    /// Wakes the thread; -1 if the system had none, then it wakes by itself twice a second.
    private let event = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    deinit { if event >= 0 { close(event) } }

    /// Takes the one start there is.
    func claim() -> Bool {
        state.withLock {
            guard case .created = $0 else { return false }
            $0 = .running
            return true
        }
    }

    /// Begins the thread; `daemon` is the library's handle.
    func start(daemon: UInt, core: ServerCore) {
        DetachedThread.start { self.run(daemon: daemon, core: core) }
    }

    /// Asks for the stop; resumes the continuation afterwards.
    func stop(within duration: Duration, then continuation: CheckedContinuation<Void, Never>) {
        let (seconds, attoseconds) = duration.components
        let milliseconds = max(0, min(seconds, 86_400)) * 1000 + attoseconds / 1_000_000_000_000_000
        let deadline = Clock.milliseconds &+ UInt64(max(0, milliseconds))
        let isOver = state.withLock { state -> Bool in
            switch state {
            case .created, .stopped: return true
            case .running: state = .stopping(deadline: deadline, waiters: [continuation])
            case .stopping(let first, let waiters):
                state = .stopping(deadline: min(first, deadline), waiters: waiters + [continuation])
            }
            return false
        }
        if isOver { continuation.resume() } else if event >= 0 { eventfd_write(event, 1) }
    }

    private func run(daemon: UInt, core: ServerCore) {
        while true {
            if let deadline = stopDeadline {
                if let handle = OpaquePointer(bitPattern: daemon) {
                    core.drainAndStop(daemon: handle, deadline: deadline)
                }
                return finish()
            }
            core.sweep()
            var request = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
            poll(&request, 1, 500)
        }
    }

    private var stopDeadline: UInt64? {
        state.withLock { if case .stopping(let deadline, _) = $0 { deadline } else { nil } }
    }

    private func finish() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .stopping(_, let waiters) = state else { return [] }
            state = .stopped
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

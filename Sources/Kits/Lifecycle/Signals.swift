internal import CLinux
internal import Glibc

/// The signals a server listens to.
package enum Signal: Int32, Sendable, CaseIterable {
    /// Somebody at the keyboard wants it to stop (Ctrl-C).
    case interrupt = 2
    /// The service manager wants it to stop.
    case terminate = 15
    /// Read the configuration again.
    case hangUp = 1
}

/// Signals as values, read by a thread of their own instead of interrupting whatever runs.
package enum Signals {
    /// Blocks the signals for this thread and all it starts later. Call first in `main`, before any other thread is
    /// there: a thread that does not block them would be ended by them.
    package static func block() {
        var set = signalSet()
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // Writing to a connection that is gone is an error where it happens, not a reason to end.
        signal(SIGPIPE, SIG_IGN)
    }

    /// The signals as they come, for as long as the process lives. Signals that come faster than they are taken are
    /// merged, as the system does it.
    package static func stream() throws(LifecycleError) -> AsyncStream<Signal> {
        let descriptor = try open()
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self, bufferingPolicy: .bufferingNewest(8))
        do throws(LifecycleError) {
            try DetachedThread.start {
                while let signal = read(descriptor) {
                    if case .terminated = continuation.yield(signal) { break }
                }
                close(descriptor)
            }
        } catch {
            close(descriptor)
            throw error
        }
        return stream
    }

    /// A descriptor from which blocked signals can be read.
    static func open() throws(LifecycleError) -> Int32 {
        var set = signalSet()
        let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC))
        guard descriptor >= 0 else { throw .system(call: "signalfd", errno: errno) }
        return descriptor
    }

    private static func signalSet() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Signal.allCases { sigaddset(&set, signal.rawValue) }
        return set
    }

    /// Waits for the next signal; nil if the descriptor fails.
    static func read(_ descriptor: Int32) -> Signal? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while true {
            let count = Glibc.read(descriptor, &information, size)
            if count == size, let signal = Signal(rawValue: Int32(truncatingIfNeeded: information.ssi_signo)) {
                return signal
            }
            guard count == size || (count < 0 && errno == EINTR) else { return nil }
        }
    }
}

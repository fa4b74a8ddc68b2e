internal import Glibc
internal import Synchronization

/// The signals a server listens to.
package enum Signal: Int32, Sendable, CaseIterable {
    /// Somebody at the keyboard wants it to stop (Ctrl-C).
    case interrupt = 2
    /// The service manager wants it to stop.
    case terminate = 15
    /// Read the configuration again.
    case hangUp = 1
}

/// Signals as values: the handler writes a byte to a pipe, a thread of its own reads it.
///
/// Not `signalfd`: it needs the signals blocked on every thread, and under an `async` main the first thread ends up in
/// `dispatch_main`, which waits with all signals open, so that they would end the process.
package enum Signals {
    /// The signals as they come, for as long as the process lives, also those that nobody took yet. Call early: before
    /// it, these signals end the process. It also makes SIGPIPE an error where it happens.
    ///
    /// There is one stream in a process; a second call throws `signalsTaken`.
    package static func stream() throws(LifecycleError) -> AsyncStream<Signal> {
        let reading = try openPipe()
        let (stream, continuation) = AsyncStream.makeStream(of: Signal.self, bufferingPolicy: .bufferingOldest(16))
        try DetachedThread.start {
            while let signal = read(reading) { continuation.yield(signal) }
        }
        for signal in Signal.allCases { install(signal) }
        Glibc.signal(SIGPIPE, SIG_IGN)
        return stream
    }

    /// Makes the pipe and publishes its writing end; returns the reading end. Both stay open to the end.
    private static func openPipe() throws(LifecycleError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(call: "pipe", errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A full pipe must not stop the thread that a signal interrupts; so many unread signals say nothing new.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        guard writingEnd.compareExchange(expected: -1, desired: ends[1], ordering: .sequentiallyConsistent).exchanged
        else {
            for end in ends { close(end) }
            throw .signalsTaken
        }
        return ends[0]
    }

    private static func install(_ signal: Signal) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = SA_RESTART
        sigaction(signal.rawValue, &action, nil)
    }

    /// Waits for the next signal; nil if the pipe fails.
    private static func read(_ descriptor: Int32) -> Signal? {
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count == 1, let signal = Signal(rawValue: Int32(byte)) { return signal }
            guard count == 1 || (count < 0 && errno == EINTR) else { return nil }
        }
    }
}

/// Where the handler writes; made before any handler is installed, so that reading it there is a plain load.
private let writingEnd = Atomic<Int32>(-1)

/// Runs in the middle of whatever a thread was doing: it may only write, and must leave `errno` as it was.
private func noteSignal(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writingEnd.load(ordering: .relaxed), &byte, 1)
    errno = saved
}

internal import CMicroHTTPD
internal import Glibc
internal import HTTP
internal import Synchronization

extension ServerCore {
    /// Starts the library's threads and the caretaker.
    func start(listeningOn descriptor: Int32) throws(HTTPServerError) {
        guard caretaker.claim() else { throw .alreadyStarted }
        // Retained until the library has stopped; the caretaker releases it.
        let context = Unmanaged.passRetained(self)
        var options = gatehouse_http_options()
        options.context = context.toOpaque()
        options.listen_socket = descriptor
        let threads = max(1, min(configuration.threads, 64))
        options.threads = UInt32(threads)
        // The library divides its limit among the threads and lets clients hang at it; ours is lower, and refuses.
        options.connections = UInt32(clamping: (configuration.maximumConnections + 64) * threads)
        options.idle_seconds = configuration.idleSeconds
        options.connection_memory = configuration.connectionMemory
        options.accept = libraryAccepts
        options.handle = libraryHandles
        options.log = libraryLogs
        options.uri = libraryReadsTarget
        options.unescape = libraryUnescapes
        options.connection = libraryNotesConnection
        options.completed = libraryNotesCompletion
        guard let daemon = gatehouse_http_start(&options) else {
            context.release()
            throw .library
        }
        caretaker.start(daemon: UInt(bitPattern: daemon), core: self)
    }

    /// Asks the caretaker to drain and stop; the continuation is resumed when that is done, at once if nothing runs.
    func stop(within deadline: Duration, then continuation: CheckedContinuation<Void, Never>) {
        caretaker.stop(within: deadline, then: continuation)
    }

    /// Cuts what takes too long.
    func sweep() {
        let limit = UInt64(configuration.totalSeconds) * 1000
        let swept = registry.sweep(now: Clock.milliseconds, milliseconds: limit)
        counters.swept.add(swept, ordering: .relaxed)
    }

    /// Drains and stops the library; blocks, so it runs on the caretaker's thread.
    func drainAndStop(daemon: OpaquePointer, deadline: UInt64) {
        isDraining.store(true, ordering: .sequentiallyConsistent)
        let listening = MHD_quiesce_daemon(daemon)
        if listening >= 0 { ListeningSocket.close(listening) }
        // Who was answered a moment ago cannot know: what is on its way on an open connection is answered, too.
        wait(until: min(deadline, Clock.milliseconds + configuration.lingerMilliseconds)) { registry.count == 0 }
        wait(until: deadline) { registry.busy.isEmpty }
        isClosed.store(true, ordering: .sequentiallyConsistent)
        // Each round wakes all that sleep; one that was just falling asleep is met in the next.
        wait(until: .max) {
            for connection in registry.busy { abandon(connection) }
            return counters.inFlight.load(ordering: .sequentiallyConsistent) == 0
        }
        wait(until: Clock.milliseconds + 1000) { registry.busy.isEmpty }
        MHD_stop_daemon(daemon)
        Unmanaged.passUnretained(self).release()
    }

    private func abandon(_ connection: Connection) {
        deliver(configuration.refusal(.busy, ""), to: connection, request: nil)
    }

    private func wait(until deadline: UInt64, _ isDone: () -> Bool) {
        while !isDone(), Clock.milliseconds < deadline { poll(nil, 0, 5) }
    }
}

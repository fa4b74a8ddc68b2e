/// A bounded number of threads for calls that block or burn a CPU for long: Swift's own threads must do neither.
///
/// The queue is bounded too. What does not fit is refused at once, so that a flood becomes 503s and not memory.
package final class BlockingExecutor: Sendable {
    private let queue: WorkQueue

    /// Starts the threads: `threads` calls run at the same time, `queued` more may wait.
    package init(threads: Int, queued: Int) throws(LifecycleError) {
        let queue = WorkQueue(capacity: max(1, threads) + max(0, queued))
        self.queue = queue
        for _ in 0..<max(1, threads) {
            do throws(LifecycleError) {
                try DetachedThread.start { queue.serve() }
            } catch {
                queue.close()
                throw error
            }
        }
    }

    /// The threads finish what is queued and end.
    deinit { queue.close() }

    /// Runs the work on one of the threads.
    ///
    /// Throws `LifecycleError.full` or `.stopped` before anything ran, or the work's own error. Cancelling the calling
    /// task does not interrupt the work.
    package func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let refusal = queue.add {
                let result = Result { try work() }
                return { continuation.resume(with: result) }
            }
            if let refusal { continuation.resume(throwing: refusal) }
        }
    }

    /// Takes no more work; what is queued still runs, then the threads end.
    package func stop() { queue.close() }
}

internal import Glibc

/// A bounded queue between Swift's tasks, which never wait to put something in, and threads that wait for work.
///
/// `@unchecked Sendable`: `waiting` and `isClosed` are touched only with `mutex` held, and the two pthread objects have
/// fixed addresses from `init` to `deinit`. `Synchronization.Mutex` has no condition variable to wait on.
final class WorkQueue<Job: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let capacity: Int
    private var waiting: [Job] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Puts a job in.
    /// - Returns: why it was refused; `nil` when a thread will run it.
    func append(_ job: Job) -> SQLiteError? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if isClosed { return SQLiteError(.closed, "the database is closed") }
        if waiting.count >= capacity { return SQLiteError(.busy, "too much is waiting") }
        waiting.append(job)
        pthread_cond_signal(condition)
        return nil
    }

    /// Waits for work and takes what there is, at most `limit`; empty when the queue is closed and drained.
    func take(limit: Int) -> [Job] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty {
            if isClosed { return [] }
            pthread_cond_wait(condition, mutex)
        }
        let taken = Array(waiting.prefix(limit))
        waiting.removeFirst(taken.count)
        return taken
    }

    /// Refuses further jobs; the threads end when what waits is done.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// How many jobs wait.
    var count: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return waiting.count
    }
}

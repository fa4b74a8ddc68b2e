internal import Glibc

/// A bounded first-in-first-out queue between callers and threads.
///
/// Unchecked, because the system's mutex and condition variable are raw memory: both live at an address of their own
/// from `init` to `deinit`, and `state` is touched only while the mutex is held.
final class WorkQueue: @unchecked Sendable {
    /// Work, and what is to be told to the caller once the thread is free again.
    typealias Work = @Sendable () -> @Sendable () -> Void

    private struct State {
        /// A ring with room for everything that may wait.
        var ring: [Work?]
        var head = 0
        var waiting = 0
        var running = 0
        var isClosed = false
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    /// `capacity` counts what waits and what runs together.
    init(capacity: Int) {
        state = State(ring: Array(repeating: nil, count: capacity))
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Queues the work, or says why not.
    func add(_ work: @escaping Work) -> LifecycleError? {
        locked {
            guard !state.isClosed else { return .stopped }
            guard state.waiting + state.running < state.ring.count else { return .full }
            state.ring[(state.head + state.waiting) % state.ring.count] = work
            state.waiting += 1
            pthread_cond_signal(condition)
            return nil
        }
    }

    /// Takes no more work.
    func close() {
        locked {
            state.isClosed = true
            pthread_cond_broadcast(condition)
        }
    }

    /// Works until the queue is closed and empty.
    func serve() {
        while let work = take() {
            let tell = work()
            // The place is free before the caller hears of it, so that it may come again at once.
            locked { state.running -= 1 }
            tell()
        }
    }

    private func take() -> Work? {
        locked {
            while state.waiting == 0, !state.isClosed { pthread_cond_wait(condition, mutex) }
            guard state.waiting > 0 else { return nil }
            let work = state.ring[state.head]
            state.ring[state.head] = nil
            state.head = (state.head + 1) % state.ring.count
            state.waiting -= 1
            state.running += 1
            return work
        }
    }

    private func locked<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

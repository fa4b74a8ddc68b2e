internal import Glibc

/// A value behind the system's mutex.
///
/// Not `Synchronization.Mutex`: on Linux the thread sanitizer does not see its contended path and reports races that
/// are none, and the server's tests are run under it.
///
/// Unchecked, because the mutex is raw memory: it lives at an address of its own from `init` to `deinit`, and the value
/// is touched only while it is held.
final class Lock<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs the closure with the value, nobody else having it meanwhile.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}

internal import Glibc

/// A thread of our own, for what blocks.
enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs the closure on a new thread, which needs no joining.
    static func start(_ run: @escaping @Sendable () -> Void) throws(LifecycleError) {
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard result == 0 else {
            body.release()
            throw .system(call: "pthread_create", errno: result)
        }
        pthread_detach(thread)
    }
}

/// What can go wrong while work waits or a program starts.
package enum LifecycleError: Error, Sendable, Equatable {
    /// The queue of a blocking executor is full: the caller answers 503.
    case full
    /// The executor has been stopped.
    case stopped
    /// The process already has its stream of signals.
    case signalsTaken
    /// A system call failed; `errno` tells why.
    case system(call: String, errno: Int32)
}

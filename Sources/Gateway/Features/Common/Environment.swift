package import Crypto
package import FoundationEssentials

/// Everything the features take from outside the process, as values, so that a test can hold them.
package struct Environment: Sendable {
    /// The current time.
    package let now: @Sendable () -> Date
    /// The source of random bytes.
    package let random: RandomBytes

    /// Makes an environment from a clock and a random source.
    package init(now: @escaping @Sendable () -> Date, random: RandomBytes) {
        self.now = now
        self.random = random
    }

    /// The machine's clock and the system's random source.
    package static let live = Environment(now: { Date() }, random: .system)
}

/// So many, in so long.
package struct Rate: Sendable, Equatable {
    /// How many.
    package let count: Int
    /// The window, in seconds.
    package let seconds: Int
}

/// How often somebody may try to sign in.
package struct Limits: Sendable, Equatable {
    /// Against one account.
    package let perAccount: Rate
    /// From one address.
    package let perAddress: Rate
}

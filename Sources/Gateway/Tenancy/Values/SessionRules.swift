/// How long sessions live, in seconds.
package struct SessionRules: Sendable, Equatable {
    /// Without use.
    package let idle: Int
    /// At the longest.
    package let absolute: Int
    /// How fresh a sign-in must be for sensitive calls.
    package let recent: Int
}

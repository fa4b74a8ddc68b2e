/// A floating-point number of any width, by the bits of its `Double`.
///
/// Compared by its bits, NaN equals itself. By the rules of `Double` a map could repeat it as a key, and each repetition
/// would be compared with all before: time in proportion to the square of the input.
package struct CBORFloat: Sendable, Hashable {
    private let bits: UInt64

    /// Takes the number as it is, with the bits of its NaN.
    package init(_ number: Double) { bits = number.bitPattern }
}

internal import CUnistring

/// The bidi rule (RFC 5893 section 2): text with right-to-left characters must not reorder what stands beside it.
enum BidiRule {
    private static let rightToLeft: Set<Int> = [UC_BIDI_R, UC_BIDI_AL]
    private static let numbers: Set<Int> = [UC_BIDI_EN, UC_BIDI_AN]
    private static let neutral: Set<Int> = [
        UC_BIDI_ES, UC_BIDI_CS, UC_BIDI_ET, UC_BIDI_ON, UC_BIDI_BN, UC_BIDI_NSM,
    ]

    /// Whether the rule holds for one name or one label; text without right-to-left characters is not its business.
    static func isSatisfied(by scalars: some Collection<Unicode.Scalar>) -> Bool {
        let classes = scalars.map { Int(uc_bidi_category($0.value)) }
        guard classes.contains(where: { rightToLeft.contains($0) || $0 == UC_BIDI_AN }) else { return true }
        // Conditions 1 and 5: a right-to-left character in text that begins otherwise breaks it.
        guard let first = classes.first, rightToLeft.contains(first) else { return false }
        let allowed = rightToLeft.union(numbers).union(neutral)
        guard classes.allSatisfy(allowed.contains) else { return false }
        guard let last = classes.last(where: { $0 != UC_BIDI_NSM }), rightToLeft.union(numbers).contains(last) else {
            return false
        }
        return !numbers.isSubset(of: classes)
    }
}

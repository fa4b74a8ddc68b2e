import Testing

/// Fails once a violation, each with its own place, so that all faults show in one run.
func expectNone(
    _ violations: [some CustomStringConvertible], _ rule: String, at location: SourceLocation = #_sourceLocation
) {
    for violation in violations {
        Issue.record("\(rule)\n    \(violation)", sourceLocation: location)
    }
}

extension Array where Element: Comparable {
    /// The value below which a share of all values lies; for empty arrays the given one.
    func percentile(_ share: Double, or empty: Element) -> Element {
        isEmpty ? empty : sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}

/// The keys of `sessions`.
enum SessionKeys {
    private static let tenYears = 315_360_000

    static let idle = Key(
        "idle", .duration(1...tenYears), .value(2_592_000, "30d"), "A session ends after so long without use.")
    static let absolute = Key(
        "absolute", .duration(1...tenYears), .value(7_776_000, "90d"), "A session ends after so long at the latest.")
    static let recent = Key(
        "recent", .duration(1...86_400), .value(600, "10m"), "How fresh a sign-in must be for sensitive calls.")

    static let all = SectionKeys(declarations: [idle.declaration, absolute.declaration, recent.declaration])

    static let type = ValueType<SessionRules>.section(all) { section in
        let idle = section(idle)
        let absolute = section(absolute)
        let recent = section(recent)
        guard let idle, let absolute, let recent else { return nil }
        // Only what was written can be too long: a default gives way.
        if section.position(of: Self.idle) != nil && idle.value > absolute.value {
            section.reading.fault(
                idle.place,
                "\(Amount.duration(idle.value)) is longer than sessions.absolute (\(Amount.duration(absolute.value)))")
        }
        return SessionRules(
            idle: min(idle.value, absolute.value), absolute: absolute.value, recent: recent.value)
    }
}

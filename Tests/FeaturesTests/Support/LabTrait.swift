import Testing

/// One gateway for all tests of a suite. Tests that move the clock or swap tenants start their own (`Lab.with`).
struct LabTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await Lab.with { lab in try await Lab.$shared.withValue(lab, operation: function) }
    }
}

extension Trait where Self == LabTrait {
    static var lab: LabTrait { LabTrait() }
}

extension Lab {
    @TaskLocal static var shared: Lab?

    /// The suite's gateway.
    static func current() throws -> Lab { try #require(shared, "the suite lacks the trait .lab") }
}

import Testing

/// The measured bar: the better half of the well-kept Swift servers and libraries.
@Suite("Sizes")
struct SizeTests {
    private static let functions = House.sources.flatMap(FunctionScanner.functions)

    @Test func `no source file is over 500 lines`() {
        expectNone(
            House.sources.filter { $0.length > 500 }.map { "\($0.path): \($0.length) lines" },
            "split by what a reader looks for")
    }

    @Test func `source files are short: median 90, nine of ten within 300`() {
        let lengths = House.sources.map(\.length)
        #expect(lengths.percentile(0.5, or: 0) <= 90)
        #expect(lengths.percentile(0.9, or: 0) <= 300)
    }

    @Test func `no function is over 60 lines`() {
        expectNone(
            Self.functions.filter { $0.length > 60 }.map { "\($0.place) (\($0.length) lines)" },
            "a function does one thing")
    }

    @Test func `functions are short: median 10, nine of ten within 30`() {
        let lengths = Self.functions.map(\.length)
        #expect(lengths.percentile(0.5, or: 0) <= 10)
        #expect(lengths.percentile(0.9, or: 0) <= 30)
    }

    @Test func `nine of ten test files are within 500 lines, none over 800`() {
        #expect(House.tests.map(\.length).percentile(0.9, or: 0) <= 500)
        expectNone(House.tests.filter { $0.length > 800 }.map { "\($0.path): \($0.length) lines" }, "split by subject")
    }
}

import FoundationEssentials

/// Dates of the metadata service: `YYYY-MM-DD`, the start of the day in UTC.
enum MetadataDate {
    static func parse(_ text: String) -> Date? {
        try? Date(text, strategy: .iso8601.year().month().day())
    }
}

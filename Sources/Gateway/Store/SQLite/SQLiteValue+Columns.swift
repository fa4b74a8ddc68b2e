internal import FoundationEssentials
internal import SQLite

extension SQLiteValue {
    /// A time as whole Unix seconds, cut; times beyond all clocks are clamped.
    static func time(_ date: Date) -> Self {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return .integer(Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
    }

    /// A time, or null.
    static func time(_ date: Date?) -> Self {
        date.map { .time($0) } ?? .null
    }

    /// A list of tokens as one text, a line each. A token with a line feed is none and is left out.
    static func list(_ tokens: [String]) -> Self {
        .text(tokens.filter { !$0.isEmpty && !$0.utf8.contains(0x0A) }.joined(separator: "\n"))
    }

    /// An internal id.
    static func id(_ id: AccountID) -> Self {
        .blob(id.bytes)
    }

    /// An internal id, or null.
    static func id(_ id: AccountID?) -> Self {
        .blob(id?.bytes)
    }
}

extension Row {
    func time(_ column: Int32) throws(SQLiteError) -> Date {
        Date(timeIntervalSince1970: Double(try integer(column)))
    }

    func optionalTime(_ column: Int32) throws(SQLiteError) -> Date? {
        try optionalInteger(column).map { Date(timeIntervalSince1970: Double($0)) }
    }

    func list(_ column: Int32) throws(SQLiteError) -> [String] {
        try text(column).utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    func accountID(_ column: Int32) throws(SQLiteError) -> AccountID {
        AccountID(try blob(column))
    }
}

/// A request target that is a path, or the absolute form of one (RFC 9112 section 3.2).
struct RequestTarget {
    /// The target as received.
    let text: String
    /// Path and query.
    let origin: String
    /// Host and port of the absolute form.
    let authority: String?

    /// Nil for `*`, an authority, fragments, other schemes and every byte outside `!` to `~`.
    init?(_ bytes: [UInt8]) {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") }) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
        if bytes.first == UInt8(ascii: "/") {
            origin = text
            authority = nil
            return
        }
        guard let scheme = text.firstRange(of: "://"),
            ["http", "https"].contains(text[..<scheme.lowerBound].lowercased())
        else { return nil }
        let rest = text[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        authority = String(rest[..<end])
        origin = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    }
}

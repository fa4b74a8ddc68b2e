/// The name of a tenant: 1 to 63 of `a-z`, `0-9` and `-`, not beginning with `-`.
package struct TenantID: Hashable, Sendable {
    /// The name.
    package let text: String

    /// Takes a name; `nil` when it is not one.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...63).contains(bytes.count), bytes.first != UInt8(ascii: "-") else { return nil }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
            default: return nil
            }
        }
        self.text = text
    }
}

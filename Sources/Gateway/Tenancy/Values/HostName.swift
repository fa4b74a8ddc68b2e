import Text

/// A host as browsers write it: a lower-case ASCII domain name, an IPv4 address or a bracketed IPv6 address.
struct HostName: Sendable, Hashable {
    let text: String
    let isAddress: Bool

    /// Takes the canonical form only: no upper case, no trailing dot, no Unicode (IDNs are written `xn--…`).
    init?(_ text: String) {
        self.text = text
        if text.utf8.first == UInt8(ascii: "[") {
            guard text.utf8.last == UInt8(ascii: "]"), Self.isIPv6(text.dropFirst().dropLast()) else { return nil }
            isAddress = true
            return
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else { return nil }
        // A host whose last label is a number is an IPv4 address to the URL standard.
        isAddress = labels.last?.utf8.allSatisfy(ASCII.isDigit) == true
        if isAddress && !Self.isIPv4(labels) { return nil }
    }

    /// The names that browsers take for this machine, where http counts as secure.
    var isLoopback: Bool {
        text == "localhost" || text.hasSuffix(".localhost") || text == "127.0.0.1" || text == "[::1]"
    }

    /// Whether `id` may be used as RP ID on this host: the host itself, or a parent that is registrable.
    func isWithin(_ id: HostName) -> Bool {
        text.isByteEqual(to: id.text) || (id.isParent && text.hasSuffix("." + id.text))
    }

    /// Whether names below this one belong to whom this one belongs: not so for public suffixes and single labels.
    var isParent: Bool {
        !isAddress && text.utf8.contains(UInt8(ascii: ".")) && !PublicSuffix.isPublicSuffix(text)
    }

    /// The names above a domain, nearest first: `b.c`, `c` for `a.b.c`.
    var parents: [String] {
        guard !isAddress else { return [] }
        let labels = text.split(separator: ".")
        return labels.indices.dropFirst().map { labels[$0...].joined(separator: ".") }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { ASCII.isLower($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
            && label.utf8.first != UInt8(ascii: "-") && label.utf8.last != UInt8(ascii: "-")
    }

    private static func isIPv4(_ labels: [Substring]) -> Bool {
        labels.count == 4 && labels.allSatisfy { UInt8($0).map { "\($0)" } == String($0) }
    }

    /// Enough for loopback and for telling an address from a name; browsers' full canonical form is not checked.
    private static func isIPv6(_ text: Substring) -> Bool {
        (2...39).contains(text.utf8.count) && text.utf8.contains(UInt8(ascii: ":"))
            && text.utf8.allSatisfy { ASCII.isDigit($0) || (97...102).contains($0) || $0 == UInt8(ascii: ":") }
    }
}

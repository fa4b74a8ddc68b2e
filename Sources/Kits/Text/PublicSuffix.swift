internal import CPSL

/// The Public Suffix List as Debian's package `publicsuffix` keeps it up to date, else the one built into libpsl.
package enum PublicSuffix {
    /// Whether registrations happen directly below `host` (`com`, `co.uk`, `github.io`).
    ///
    /// `host` is lower-case ASCII (A-labels). Addresses and `localhost` are none, and neither is a label the list does
    /// not know: the "*" rule, which would make every unknown top-level name a suffix, is off.
    package static func isPublicSuffix(_ host: String) -> Bool {
        guard isDomain(host) else { return false }
        return psl_is_public_suffix2(List.shared.pointer, host, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) == 1
    }

    /// The suffix of `host` and one label more (`shop.example.co.uk` gives `example.co.uk`); nil when `host` is itself a
    /// suffix, an address, a single label or under no known suffix.
    package static func registrableDomain(_ host: String) -> String? {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard isDomain(host), labels.count > 1, !isPublicSuffix(host) else { return nil }
        for start in 1..<labels.count where isPublicSuffix(labels[start...].joined(separator: ".")) {
            return labels[(start - 1)...].joined(separator: ".")
        }
        return nil
    }

    /// Lower-case letters, digits, hyphens and dots, no empty label, at most 253 bytes, last label not a number: a host
    /// whose last label is a number is an IPv4 address to the URL standard.
    private static func isDomain(_ host: String) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let areLabels = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(isLabelByte)
        }
        return areLabels && labels.last?.utf8.allSatisfy(isDigit) == false
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// The list, loaded once and kept for the life of the process.
///
/// `@unchecked Sendable`: libpsl only reads a loaded list, and nothing frees or changes this one.
private struct List: @unchecked Sendable {
    static let shared = List()

    let pointer: OpaquePointer?

    private init() {
        pointer = psl_latest(nil) ?? psl_builtin()
    }
}

import Text

/// The model of an authenticator. Without a verified attestation it is what the client says, and grants nothing.
package struct AAGUID: Sendable, Hashable {
    /// Sixteen bytes.
    package let bytes: [UInt8]

    /// Sixteen bytes, else nil.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// The usual form with hyphens, in either case; nil for anything else.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = Hex.decode(parts.joined()) else { return nil }
        self.init(bytes)
    }

    /// The usual form: 8-4-4-4-12 lower-case hexadecimal digits.
    package var text: String {
        let digits = Array(Hex.encode(bytes))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    /// Whether the authenticator names no model.
    package var isZero: Bool { bytes.allSatisfy { $0 == 0 } }

    /// "iCloud Keychain (Managed)": passkeys attested by an organisation's own identity on managed Apple devices.
    package static let managedApple = AAGUID(text: "dd4ec289-e01d-41c9-bb89-70fa845d4bf2")
}

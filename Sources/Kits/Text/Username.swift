/// Names people sign in with, by the PRECIS profile UsernameCaseMapped (RFC 8265 section 3.3) without spaces.
package enum Username {
    /// The longest name, in bytes of UTF-8 of the normalised form.
    package static let maxBytes = 255

    /// The one form under which a name is kept, compared and looked up; nil when it is no name.
    ///
    /// Full and half width become the usual width, letters lower case, the whole NFC; then every character must be of
    /// the identifier class (letters, digits, printable ASCII) and the bidi rule must hold. A name with `@` is an e-mail
    /// address: exactly one `@`, a local part, and a domain of letters, digits and inner hyphens.
    package static func normalize(_ text: String) -> String? {
        // Mapping costs time in proportion to the text, and no mapping makes a name four times shorter.
        guard (1...(maxBytes * 4)).contains(text.utf8.count), let name = mapped(text) else { return nil }
        // RFC 8264 section 7: a mapping that is not stable gives one person two names.
        guard let again = mapped(name), again.isByteEqual(to: name) else { return nil }
        guard (1...maxBytes).contains(name.utf8.count), IdentifierClass.contains(name), isWellFormed(name) else {
            return nil
        }
        return name
    }

    private static func mapped(_ text: String) -> String? {
        UnicodeForm.usualWidth(text).flatMap(UnicodeForm.lowercased).flatMap(UnicodeForm.composed)
    }

    private static func isWellFormed(_ name: String) -> Bool {
        let parts = name.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let local = parts.first, !local.isEmpty, BidiRule.isSatisfied(by: local) else {
            return false
        }
        guard parts.count == 2, let domain = parts.last else { return true }
        return domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isDomainLabel)
    }

    private static func isDomainLabel(_ label: Substring.UnicodeScalarView) -> Bool {
        guard !label.isEmpty, label.first != "-", label.last != "-", BidiRule.isSatisfied(by: label) else {
            return false
        }
        return label.allSatisfy { $0 == "-" || !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }
}

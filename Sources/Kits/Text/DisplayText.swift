/// Text that a person typed to be shown again: a display name, the name of a passkey.
package enum DisplayText {
    /// `text` in NFC without control, format-override or unassigned noise at its ends, cut at a character boundary so
    /// that it holds at most `maxBytes` bytes of UTF-8; nil when nothing is left.
    package static func clean(_ text: String, maxBytes: Int) -> String? {
        // Composing costs time in proportion to the text, so far too long a text is cut first.
        let bounded = String(text.unicodeScalars.prefix(max(0, maxBytes) &* 4).filter(isShown).map(Character.init))
        guard let composed = UnicodeForm.composed(bounded) else { return nil }
        var result = ""
        var count = 0
        for character in composed {
            count += character.utf8.count
            guard count <= maxBytes else { break }
            result.append(character)
        }
        result = trimmed(result)
        return result.isEmpty ? nil : result
    }

    /// Control characters break logs and pages; the bidirectional overrides make a name read as another.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
    }

    private static func trimmed(_ text: String) -> String {
        var characters = Substring(text)
        while characters.first?.isWhitespace == true { characters.removeFirst() }
        while characters.last?.isWhitespace == true { characters.removeLast() }
        return String(characters)
    }
}

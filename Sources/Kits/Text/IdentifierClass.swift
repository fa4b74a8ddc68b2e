/// The characters of a PRECIS identifier (RFC 8264 section 9): letters, digits and printable ASCII.
enum IdentifierClass {
    /// Whether every scalar of `text` (already mapped and in NFC) is valid where it stands.
    static func contains(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.allSatisfy { index in
            switch scalars[index].value {
            case 0x21...0x7E, 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: true
            case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: false
            default: ContextRule.verdict(at: index, in: scalars) ?? isLetterOrDigit(scalars[index])
            }
        }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard !properties.isDefaultIgnorableCodePoint, !properties.isNoncharacterCodePoint, !isConjoiningJamo(scalar)
        else { return false }
        switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
            .spacingMark:
            // HasCompat: a ligature or a mathematical letter reads as another name.
            return UnicodeForm.compatibilityComposed(String(scalar))?.isByteEqual(to: String(scalar)) == true
        default:
            return false
        }
    }

    /// OldHangulJamo: NFC leaves only the ones that form no modern syllable.
    private static func isConjoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: true
        default: false
        }
    }
}

/// Characters that are valid only beside certain others (RFC 5892 appendix A, which RFC 8264 takes over).
enum ContextRule {
    /// The verdict on the scalar at `index`; nil when no rule is about it.
    static func verdict(at index: Int, in scalars: [Unicode.Scalar]) -> Bool? {
        let before = index > 0 ? scalars[index - 1] : nil
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        return switch scalars[index].value {
        case 0x200C, 0x200D:  // Joiners: only the rule about a virama; the one about joining types would need a table.
            before?.properties.canonicalCombiningClass == .virama
        case 0xB7: before == "l" && after == "l"
        case 0x375: after.map { UnicodeForm.script(of: $0) == "Greek" } ?? false
        case 0x5F3, 0x5F4: before.map { UnicodeForm.script(of: $0) == "Hebrew" } ?? false
        case 0x30FB: scalars.contains { ["Hiragana", "Katakana", "Han"].contains(UnicodeForm.script(of: $0)) }
        case 0x660...0x669: !scalars.contains { (0x6F0...0x6F9).contains($0.value) }
        case 0x6F0...0x6F9: !scalars.contains { (0x660...0x669).contains($0.value) }
        default: nil
        }
    }
}

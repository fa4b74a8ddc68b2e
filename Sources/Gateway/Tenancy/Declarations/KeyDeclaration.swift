/// What is said of a key where it is declared, without its Swift type.
package struct KeyDeclaration: Sendable {
    /// The key.
    package let name: String
    /// What to write: "a duration such as 15m".
    package let type: String
    /// The accepted range in words; nil if the type says it.
    package let range: String?
    /// The default as one would write it, or in words; nil if there is none.
    package let fallback: String?
    /// Whether the key must be there.
    package let isRequired: Bool
    /// Whether the value must not be shown.
    package let isSecret: Bool
    /// What it is for, in one sentence.
    package let summary: String
    /// The keys inside, if the value is a section or a list of sections.
    package let members: [KeyDeclaration]
}

import JSON

/// `/.well-known/webauthn` on the RP ID's host (WebAuthn Level 3 §5.11)
package enum RelatedOrigins {
    /// How many different labels clients must look at; they may stop there.
    package static let maxLabels = 5

    /// The document; nil if there is no related origin.
    package static func document(_ origins: [String]) -> [UInt8]? {
        guard !origins.isEmpty else { return nil }
        let value: JSONValue = ["origins": .array(origins.map { .string($0) })]
        return value.serialized()
    }
}

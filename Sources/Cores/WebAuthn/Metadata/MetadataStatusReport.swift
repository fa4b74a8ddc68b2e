package import FoundationEssentials
import JSON

/// One line of an authenticator model's history (FIDO Metadata Service 3, §3.1.3).
package struct MetadataStatusReport: Sendable, Equatable {
    /// `AuthenticatorStatus` as written; the list grows, so unknown words are kept and ignored.
    package let status: String
    /// From when it holds; nil means always.
    package let effectiveDate: Date?

    init?(_ value: JSONValue) {
        guard let status = value["status"]?.string else { return nil }
        self.status = status
        effectiveDate = value["effectiveDate"]?.string.flatMap(MetadataDate.parse)
    }

    /// Whether the model must not be trusted any more: withdrawn, broken, or its user verification can be passed by.
    package var endsTrust: Bool {
        Self.endingTrust.contains(status)
    }

    private static let endingTrust: Set<String> = [
        "REVOKED", "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE",
        "USER_KEY_PHYSICAL_COMPROMISE",
    ]
}

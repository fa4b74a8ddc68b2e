/// An Android app that belongs to a tenant. Its accepted origins and its statement in `assetlinks.json` both come from
/// the fingerprints, so they cannot drift apart.
package struct AndroidApp: Sendable, Equatable {
    /// The application id, a Java package name.
    package let package: String
    /// Every signing certificate, in the order of the tenant file.
    package let fingerprints: [CertificateFingerprint]
    /// The origins that the app reports, one a fingerprint.
    package let origins: [String]

    /// Takes checked values.
    package init(package: String, fingerprints: [CertificateFingerprint]) {
        self.package = package
        self.fingerprints = fingerprints
        origins = fingerprints.map(\.origin)
    }
}

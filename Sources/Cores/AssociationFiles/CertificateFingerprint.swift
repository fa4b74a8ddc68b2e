import Text

/// The SHA-256 of an Android app's signing certificate.
package struct CertificateFingerprint: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Takes 32 bytes in hexadecimal of any form: `keytool` prints upper case with colons, `apksigner` lower case without.
    package init?(_ text: String) {
        let digits = text.filter { $0 != ":" && $0 != " " }
        guard let bytes = Hex.decode(digits), bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Upper case with colons: Google's checker calls lower case malformed.
    package var text: String {
        bytes.map { Hex.encode([$0]).uppercased() }.joined(separator: ":")
    }

    /// The origin that an app signed with this certificate reports in its client data.
    package var origin: String { "android:apk-key-hash:" + Base64URL.encode(bytes) }
}

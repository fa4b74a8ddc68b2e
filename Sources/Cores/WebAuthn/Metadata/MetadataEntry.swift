package import Crypto
package import FoundationEssentials
import JSON
import Text

/// What the metadata service says about one authenticator model.
package struct MetadataEntry: Sendable {
    /// The model; nil for U2F models.
    package let aaguid: AAGUID?
    /// SHA-1 key identifiers of attestation certificates, as lower-case hexadecimal text; for U2F models.
    package let keyIdentifiers: [String]
    /// The maker's name of the model.
    package let description: String
    /// The anchors for this model's attestations; one may be an attestation certificate itself.
    package let anchors: [Certificate]
    /// The model's history.
    package let statusReports: [MetadataStatusReport]
    /// How many root certificates could not be read and are left out.
    package let skippedCertificates: Int

    /// Reads an entry; nil when it names no FIDO2 or U2F model or lacks a part that matters here. What does not matter
    /// may be anything: one maker's slip must not cost the whole file.
    init?(_ value: JSONValue) {
        let statement = value["metadataStatement"]
        aaguid = (value["aaguid"] ?? statement?["aaguid"])?.string.flatMap(AAGUID.init(text:))
        let identifiers =
            (value["attestationCertificateKeyIdentifiers"] ?? statement?["attestationCertificateKeyIdentifiers"])?
            .array ?? []
        keyIdentifiers = identifiers.compactMap { $0.string?.lowercased() }
        guard aaguid != nil || !keyIdentifiers.isEmpty, let statement,
            let roots = statement["attestationRootCertificates"]?.array,
            let reports = value["statusReports"]?.array
        else { return nil }
        description = statement["description"]?.string ?? ""
        anchors = roots.compactMap { $0.string.flatMap(Self.certificate) }
        skippedCertificates = roots.count - anchors.count
        statusReports = reports.compactMap(MetadataStatusReport.init)
        // A report that cannot be read might be the one that says "revoked".
        guard statusReports.count == reports.count else { return nil }
    }

    /// The status that ends trust in the model at that time, nil when there is none.
    package func endOfTrust(at date: Date) -> String? {
        statusReports.first { $0.endsTrust && ($0.effectiveDate ?? date) <= date }?.status
    }

    /// Makers' tools leave line breaks and spaces in the base64.
    private static func certificate(_ text: String) -> Certificate? {
        let compact = String(text.unicodeScalars.filter { !$0.properties.isWhitespace })
        return Base64.decode(compact).flatMap { try? Certificate(der: $0) }
    }
}

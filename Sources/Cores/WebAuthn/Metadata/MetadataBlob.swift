package import Crypto
package import FoundationEssentials
import JOSE
import JSON
import Text

/// The FIDO Alliance's metadata file (Metadata Service 3, "BLOB"), verified: which authenticator models there are, which
/// roots speak for them and which are no longer to be trusted. The operator brings the file; nothing is fetched.
package struct MetadataBlob: Sendable {
    /// The file's serial number; a newer file has a higher one.
    package let number: Int64
    /// When a newer file is due. Past this day the file goes on being used: see `isOverdue`.
    package let nextUpdate: Date
    /// All entries that could be read.
    package let entries: [MetadataEntry]
    /// How many entries could not be read and are left out.
    package let skippedEntries: Int
    private let byAAGUID: [AAGUID: Int]
    private let byKeyIdentifier: [String: Int]

    /// The host that the signer's certificate must name.
    package static let signerHost = "mds.fidoalliance.org"
    /// The largest file that is read unless told otherwise; in 2026 the real one has about 10 MB.
    package static let maximumBytes = 64 << 20

    /// The roots that the service's certificates lead to, as they come with the program (GlobalSign's).
    package static var serviceRoots: [Certificate] { BuiltInRoots.metadata }

    /// Verifies the file's signature to one of `anchors` at `date` and reads it.
    package static func verify(
        _ file: [UInt8], anchors: [Certificate], at date: Date, maximumBytes: Int = maximumBytes
    ) throws(MetadataError) -> MetadataBlob {
        guard file.count <= maximumBytes else { throw .tooLarge }
        // Editors and downloads leave a line break behind.
        let text = String(decoding: file.filter { $0 > 0x20 }, as: UTF8.self)
        guard let jws = try? CompactJWS(parsing: text, maxBytes: maximumBytes), let chain = try? jws.certificates(),
            let leaf = chain.first
        else { throw .notSigned }
        guard leaf.isIssued(toHost: signerHost),
            (try? CertificateChain.verify(
                leaf: leaf, intermediates: Array(chain.dropFirst()), anchors: anchors, at: date)) != nil
        else { throw .untrustedSigner }
        guard let key = try? leaf.publicKey, (try? jws.verify(with: key, allowed: [.rs256, .es256])) != nil
        else { throw .badSignature }
        return try MetadataBlob(payload: jws.payload)
    }

    /// Reads the signed payload.
    init(payload: [UInt8]) throws(MetadataError) {
        let value: JSONValue
        do { value = try JSONReader.parse(payload, maxBytes: payload.count) } catch { throw .malformed("not JSON") }
        guard let number = value["no"]?.integer else { throw .malformed("no serial number") }
        guard let nextUpdate = value["nextUpdate"]?.string.flatMap(MetadataDate.parse) else {
            throw .malformed("no nextUpdate")
        }
        guard let items = value["entries"]?.array else { throw .malformed("no entries") }
        self.number = number
        self.nextUpdate = nextUpdate
        entries = items.compactMap(MetadataEntry.init)
        skippedEntries = items.count - entries.count
        var byAAGUID: [AAGUID: Int] = [:]
        var byKeyIdentifier: [String: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let aaguid = entry.aaguid { byAAGUID[aaguid] = index }
            for identifier in entry.keyIdentifiers { byKeyIdentifier[identifier] = index }
        }
        self.byAAGUID = byAAGUID
        self.byKeyIdentifier = byKeyIdentifier
    }

    /// The entry of a FIDO2 model.
    package func entry(aaguid: AAGUID) -> MetadataEntry? {
        byAAGUID[aaguid].map { entries[$0] }
    }

    /// The entry of a U2F model: `key` is the attestation certificate's, identified as in RFC 5280 §4.2.1.2 (1).
    package func entry(certifiedKey key: PublicKey) -> MetadataEntry? {
        KeyIdentifier.sha1(key).flatMap { byKeyIdentifier[$0] }.map { entries[$0] }
    }

    /// Whether a newer file should have come by now: worth a warning, not a refusal.
    package func isOverdue(at date: Date) -> Bool { date > nextUpdate }
}

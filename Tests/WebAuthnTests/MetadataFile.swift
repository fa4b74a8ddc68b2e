import Crypto
import JSON
import TestSupport
import Text

/// A metadata file signed by a certificate authority of the tests; every part can be wrong on purpose.
struct MetadataFile {
    static let host = "mds.fidoalliance.org"

    var certificate = CertificateTemplate(
        subject: [.commonName(host)],
        extensions: [.basicConstraints(isCA: false), .subjectAlternativeName(dns: [host])])
    var payload: JSONObject = ["legalHeader": "none", "no": 7, "nextUpdate": "2026-02-01", "entries": []]
    var header: JSONObject = ["alg": "ES256", "typ": "JWT"]
    var signer: PrivateKey?

    /// The service's root and intermediate.
    static let authority = Result { try SoftwareAttestationAuthority() }

    static func anchors() throws -> [Certificate] { [try authority.get().root.certificate] }

    init(entries: [JSONValue] = []) { payload["entries"] = .array(entries) }

    func with(_ change: (inout MetadataFile) -> Void) -> MetadataFile {
        var copy = self
        change(&copy)
        return copy
    }

    func encoded() throws -> [UInt8] {
        let key = try PrivateKey.generate(.ec(.p256))
        let chain = try Self.authority.get().chain(certificate, for: key.publicKey)
        var header = header
        if header["x5c"] == nil { header["x5c"] = .array(chain.map { .string(Base64.encode($0)) }) }
        let parts = [header, payload].map { Base64URL.encode(JSONValue.object($0).serialized()) }
        let input = parts.joined(separator: ".")
        let signature = try (signer ?? key).sign(Array(input.utf8), algorithm: .es256, form: .raw)
        return Array((input + "." + Base64URL.encode(signature)).utf8)
    }

    /// An entry of a FIDO2 model.
    static func entry(
        _ aaguid: String, roots: [Certificate], statuses: [JSONValue] = [["status": "FIDO_CERTIFIED"]]
    ) -> JSONValue {
        [
            "aaguid": .string(aaguid), "statusReports": .array(statuses),
            "metadataStatement": [
                "description": "Model", "protocolFamily": "fido2",
                "attestationRootCertificates": .array(roots.map { .string(Base64.encode($0.der)) }),
            ],
        ]
    }
}

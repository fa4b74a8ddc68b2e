internal import COpenSSL

/// The alternative names of a certificate that somebody asks for; other kinds are left out.
package struct SubjectAlternativeNames: Sendable, Hashable {
    /// DNS names as they stand, not normalised.
    package var dns: [String] = []
    /// Directory names (TPM certificates name their vendor there).
    package var directoryNames: [[NameAttribute]] = []

    init(_ certificate: OpaquePointer) throws(CryptoError) {
        guard let pointer = try CertificateFields.decoded(certificate, NID_subject_alt_name) else { return }
        let names = OpaquePointer(pointer)
        defer { GENERAL_NAMES_free(names) }
        for index in 0..<max(0, shim_general_name_count(names)) {
            switch shim_general_name_type(names, index) {
            case GEN_DNS:
                let bytes = ASN1.bytes(shim_general_name_text(names, index))
                // An embedded NUL once made one name look like another to half of the world.
                guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                    throw .malformed("DNS name of a certificate")
                }
                dns.append(String(decoding: bytes, as: UTF8.self))
            case GEN_DIRNAME:
                directoryNames.append(try NameAttribute.list(shim_general_name_directory(names, index)))
            default:
                break
            }
        }
    }
}

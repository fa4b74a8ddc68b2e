import Crypto

/// The rules for packed attestation certificates (§8.2.1).
enum PackedCertificate {
    static let aaguidExtension = "1.3.6.1.4.1.45724.1.1.4"

    static func check(
        _ leaf: Certificate, _ chain: [Certificate], _ reader: StatementReader, _ context: AttestationContext
    ) throws(WebAuthnRefusal) {
        try checkAAGUID(leaf, reader, context)
        guard leaf.version == 3 else { throw reader.refuse("the certificate is not X.509 version 3") }
        guard leaf.isCA != true else { throw reader.refuse("the certificate is a CA's") }
        if isManagedApple(chain, context) { return }
        guard leaf.isCA == false else { throw reader.refuse("the certificate has no basicConstraints") }
        try checkSubject(leaf, reader)
    }

    /// On managed Apple devices the leaf is an ordinary identity certificate of the organisation: the subject rules
    /// do not fit it. It is excused from them only if it leads to one of the tenant's own CAs.
    private static func isManagedApple(_ chain: [Certificate], _ context: AttestationContext) -> Bool {
        context.credential.aaguid == AAGUID.managedApple && AttestationTrust.leadsToTenantRoot(chain, context)
    }

    /// If the extension is there it must be the authenticator data's AAGUID: an OCTET STRING inside the value.
    static func checkAAGUID(
        _ leaf: Certificate, _ reader: StatementReader, _ context: AttestationContext
    ) throws(WebAuthnRefusal) {
        guard let found = leaf.`extension`(aaguidExtension) else { return }
        guard !found.isCritical else { throw reader.refuse("the AAGUID extension is critical") }
        guard found.value == [0x04, 0x10] + context.credential.aaguid.bytes else {
            throw reader.refuse("the certificate is for another AAGUID")
        }
    }

    private static func checkSubject(_ leaf: Certificate, _ reader: StatementReader) throws(WebAuthnRefusal) {
        func values(_ oid: String) -> [String] { leaf.subject.filter { $0.oid == oid }.map(\.value) }
        let countries = values("2.5.4.6")
        guard countries.count == 1, let country = countries.first?.utf8, country.count == 2,
            country.allSatisfy({ (0x41...0x5A).contains($0) })
        else { throw reader.refuse("the subject has no ISO 3166 country") }
        guard values("2.5.4.10").first?.isEmpty == false else {
            throw reader.refuse("the subject has no organization")
        }
        guard values("2.5.4.11") == ["Authenticator Attestation"] else {
            throw reader.refuse("the subject's organizational unit is not \"Authenticator Attestation\"")
        }
        guard values("2.5.4.3").first?.isEmpty == false else { throw reader.refuse("the subject has no common name") }
    }
}

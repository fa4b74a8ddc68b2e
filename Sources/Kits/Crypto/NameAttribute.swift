internal import COpenSSL

/// One attribute of a distinguished name.
package struct NameAttribute: Sendable, Hashable {
    /// The attribute's type in dotted form, such as `2.5.4.3` for the common name.
    package let oid: String
    /// The value, whatever string type it had.
    package let value: String

    /// An attribute of the type `oid`.
    package init(oid: String, value: String) {
        self.oid = oid
        self.value = value
    }

    /// The attributes of an `X509_NAME` in order; those of one multi-valued RDN stand side by side.
    static func list(_ name: OpaquePointer?) throws(CryptoError) -> [NameAttribute] {
        var attributes: [NameAttribute] = []
        for index in 0..<max(0, X509_NAME_entry_count(name)) {
            let entry = X509_NAME_get_entry(name, index)
            guard let oid = ASN1.oid(X509_NAME_ENTRY_get_object(entry)),
                let value = ASN1.utf8(X509_NAME_ENTRY_get_data(entry))
            else { throw .malformed("attribute of a distinguished name") }
            attributes.append(NameAttribute(oid: oid, value: value))
        }
        return attributes
    }
}

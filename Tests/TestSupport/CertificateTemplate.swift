package import Crypto
package import FoundationEssentials

/// What a test certificate says; every field can be wrong on purpose.
package struct CertificateTemplate: Sendable {
    /// 1, 2 or 3; version 1 has no place for extensions.
    package var version = 3
    /// The serial number.
    package var serial: [UInt8] = [0x01]
    /// The subject, one attribute an RDN.
    package var subject: [NameAttribute]
    /// The issuer's name; nil for the name of the authority that signs.
    package var issuer: [NameAttribute]?
    /// The validity.
    package var notBefore: Date, notAfter: Date
    /// All extensions; none are added.
    package var extensions: [CertificateExtension]

    /// A template valid from 2020 to 2040 unless told otherwise.
    package init(
        subject: [NameAttribute], extensions: [CertificateExtension] = [],
        notBefore: Date = Date(timeIntervalSince1970: 1_577_836_800),
        notAfter: Date = Date(timeIntervalSince1970: 2_208_988_800)
    ) {
        self.subject = subject
        self.extensions = extensions
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// A certificate authority's template: CA, keyCertSign and cRLSign.
    package static func authority(_ commonName: String) -> CertificateTemplate {
        CertificateTemplate(
            subject: [.commonName(commonName)], extensions: [.basicConstraints(isCA: true), .keyUsage(0x06)])
    }

    /// An end entity's template: not a CA.
    package static func leaf(_ commonName: String) -> CertificateTemplate {
        CertificateTemplate(subject: [.commonName(commonName)], extensions: [.basicConstraints(isCA: false)])
    }

    /// This template with changes.
    package func with(_ change: (inout CertificateTemplate) -> Void) -> CertificateTemplate {
        var copy = self
        change(&copy)
        return copy
    }
}

extension NameAttribute {
    /// `CN`.
    package static func commonName(_ value: String) -> NameAttribute { NameAttribute(oid: "2.5.4.3", value: value) }

    /// `C`, two letters.
    package static func country(_ value: String) -> NameAttribute { NameAttribute(oid: "2.5.4.6", value: value) }

    /// `O`.
    package static func organization(_ value: String) -> NameAttribute { NameAttribute(oid: "2.5.4.10", value: value) }

    /// `OU`.
    package static func organizationalUnit(_ value: String) -> NameAttribute {
        NameAttribute(oid: "2.5.4.11", value: value)
    }
}

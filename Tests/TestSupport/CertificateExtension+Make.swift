package import Crypto

extension CertificateExtension {
    /// BasicConstraints.
    package static func basicConstraints(isCA: Bool, pathLength: Int? = nil, isCritical: Bool = true) -> Self {
        let parts = (isCA ? [DER.boolean(true)] : []) + (pathLength.map { [DER.integer($0)] } ?? [])
        return Self(oid: "2.5.29.19", isCritical: isCritical, value: DER.sequence(of: parts))
    }

    /// KeyUsage from its first byte: 0x80 digitalSignature, 0x04 keyCertSign, 0x02 cRLSign.
    package static func keyUsage(_ bits: UInt8) -> Self {
        let unused = UInt8(min(7, bits.trailingZeroBitCount))
        return Self(oid: "2.5.29.15", isCritical: true, value: DER.bitString([bits], unusedBits: unused))
    }

    /// ExtendedKeyUsage with the purposes in dotted form.
    package static func extendedKeyUsage(_ purposes: [String], isCritical: Bool = false) -> Self {
        Self(oid: "2.5.29.37", isCritical: isCritical, value: DER.sequence(of: purposes.map(DER.oid)))
    }

    /// SubjectAlternativeName with DNS and directory names, one attribute an RDN.
    package static func subjectAlternativeName(
        dns: [String] = [], directoryNames: [[NameAttribute]] = [], isCritical: Bool = false
    ) -> Self {
        let names =
            dns.map { DER.implicit(2, Array($0.utf8)) }
            + directoryNames.map { DER.explicit(4, TestCertificateAuthority.encoded($0)) }
        return Self(oid: "2.5.29.17", isCritical: isCritical, value: DER.sequence(of: names))
    }
}

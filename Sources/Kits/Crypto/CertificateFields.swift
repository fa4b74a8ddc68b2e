internal import COpenSSL

/// Typed extensions of a certificate.
enum CertificateFields {
    /// OpenSSL's structure for the extension, to be freed by the caller; nil when there is none, an error when it does
    /// not parse.
    static func decoded(_ certificate: OpaquePointer, _ nid: Int32) throws(CryptoError) -> UnsafeMutableRawPointer? {
        var critical: Int32 = 0
        let structure = X509_get_ext_d2i(certificate, nid, &critical, nil)
        // -1: not there. Otherwise an extension that is there twice or that does not parse.
        if structure == nil && critical != -1 { throw ErrorQueue.failure("certificate extension") }
        return structure
    }

    static func isCA(_ certificate: OpaquePointer) throws(CryptoError) -> Bool? {
        guard let structure = try decoded(certificate, NID_basic_constraints) else { return nil }
        let constraints = structure.assumingMemoryBound(to: BASIC_CONSTRAINTS.self)
        defer { BASIC_CONSTRAINTS_free(constraints) }
        return constraints.pointee.ca != 0
    }

    static func extendedKeyUsage(_ certificate: OpaquePointer) throws(CryptoError) -> [String] {
        guard let structure = try decoded(certificate, NID_ext_key_usage) else { return [] }
        let usages = OpaquePointer(structure)
        defer { EXTENDED_KEY_USAGE_free(usages) }
        return (0..<max(0, shim_object_count(usages))).compactMap { ASN1.oid(shim_object(usages, $0)) }
    }

    static func der(ofName name: OpaquePointer?) -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        guard X509_NAME_get0_der(name, &bytes, &count) == 1 else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

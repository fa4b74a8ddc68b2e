internal import COpenSSL
package import FoundationEssentials

/// Path validation to anchors that the caller names: no system roots, no network, no clock.
package enum CertificateChain {
    /// The longest path and the most intermediates: hostile chains must not buy signature checks without end.
    package static let maxLength = 10

    /// Finds a path from `leaf` through any of `intermediates`, in whatever order and with whatever strangers among
    /// them, to one of `anchors`, valid at `date`.
    ///
    /// An anchor need not be self-signed: it may be an intermediate or the leaf itself. Every certificate between leaf
    /// and anchor must say that it is a CA. An expired leaf or intermediate is refused; an expired *anchor* is not,
    /// because an anchor is a name and a key that somebody configured, and vendors let copies of a root run out while
    /// they issue under its key (Google's attestation root in May 2026). Purposes (extended key usage) are the caller's
    /// to check. `handledExtensions`: critical extensions, in dotted form, that the caller interprets itself.
    package static func verify(
        leaf: Certificate, intermediates: [Certificate], anchors: [Certificate], at date: Date,
        handledExtensions: Set<String> = []
    ) throws(CertificateChainError) {
        guard intermediates.count <= maxLength else { throw .tooLong }
        do throws(CertificateChainError) {
            try verifyOnce(leaf, intermediates, anchors, date, handledExtensions)
        } catch {
            // OpenSSL takes the first anchor of the right name and never tries another one of that name.
            guard error == .badSignature else { throw error }
            for anchor in namesakes(anchors) {
                if (try? verifyOnce(leaf, intermediates, [anchor], date, handledExtensions)) != nil { return }
            }
            throw error
        }
    }

    /// Anchors that share their name with another one, at most as many as a path is long.
    private static func namesakes(_ anchors: [Certificate]) -> [Certificate] {
        let groups = Dictionary(grouping: anchors, by: \.subjectDER)
        return Array(anchors.filter { (groups[$0.subjectDER]?.count ?? 0) > 1 }.prefix(maxLength))
    }

    private static func verifyOnce(
        _ leaf: Certificate, _ intermediates: [Certificate], _ anchors: [Certificate], _ date: Date,
        _ handledExtensions: Set<String>
    ) throws(CertificateChainError) {
        defer { ErrorQueue.clear() }
        guard let store = X509_STORE_new() else { throw .other(Int(X509_V_ERR_OUT_OF_MEM)) }
        defer { X509_STORE_free(store) }
        for anchor in anchors where X509_STORE_add_cert(store, anchor.handle.pointer) != 1 {
            throw .other(Int(X509_V_ERR_OUT_OF_MEM))
        }
        guard let untrusted = shim_certificates_new() else { throw .other(Int(X509_V_ERR_OUT_OF_MEM)) }
        defer { shim_certificates_free(untrusted) }
        for certificate in intermediates where shim_certificates_push(untrusted, certificate.handle.pointer) < 1 {
            throw .other(Int(X509_V_ERR_OUT_OF_MEM))
        }
        let tolerance = CertificateTolerance(anchors: anchors, handledExtensions: handledExtensions)
        let code = run(leaf, untrusted: untrusted, store: store, seconds: date.timeIntervalSince1970, tolerance)
        // The pointers above are borrowed from these.
        withExtendedLifetime((leaf, intermediates, anchors)) {}
        if code != X509_V_OK { throw CertificateChainError(code: code) }
    }

    private static func run(
        _ leaf: Certificate, untrusted: OpaquePointer, store: OpaquePointer, seconds: Double,
        _ tolerance: CertificateTolerance
    ) -> Int32 {
        guard let time = Int(exactly: seconds.rounded(.down)), let context = X509_STORE_CTX_new() else {
            return X509_V_ERR_OUT_OF_MEM
        }
        defer { X509_STORE_CTX_free(context) }
        guard X509_STORE_CTX_init(context, store, leaf.handle.pointer, untrusted) == 1 else {
            return X509_V_ERR_OUT_OF_MEM
        }
        let parameters = X509_STORE_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_TRUSTED_FIRST))
        X509_VERIFY_PARAM_set_time(parameters, time)
        X509_VERIFY_PARAM_set_depth(parameters, Int32(maxLength))
        X509_VERIFY_PARAM_set_auth_level(parameters, 1)
        return withExtendedLifetime(tolerance) {
            X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(tolerance).toOpaque())
            X509_STORE_CTX_set_verify_cb(context, CertificateTolerance.callback)
            guard X509_verify_cert(context) == 1 else {
                let code = X509_STORE_CTX_get_error(context)
                return code == X509_V_OK ? X509_V_ERR_UNSPECIFIED : code
            }
            return intermediatesAreCAs(context) ? X509_V_OK : X509_V_ERR_INVALID_CA
        }
    }

    /// OpenSSL also takes a certificate without BasicConstraints for a CA when its key usage says so.
    private static func intermediatesAreCAs(_ context: OpaquePointer) -> Bool {
        let chain = X509_STORE_CTX_get0_chain(context)
        return (0..<max(0, shim_certificates_count(chain))).dropFirst().dropLast().allSatisfy { index in
            X509_check_ca(shim_certificate(chain, index)) == 1
        }
    }
}

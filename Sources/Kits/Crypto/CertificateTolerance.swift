internal import COpenSSL

/// Which complaints of OpenSSL's path validation do not count.
final class CertificateTolerance {
    private let anchors: [Certificate]
    private let handledExtensions: Set<String>

    init(anchors: [Certificate], handledExtensions: Set<String>) {
        self.anchors = anchors
        self.handledExtensions = handledExtensions
    }

    /// Called for every certificate of a path and every complaint; 1 goes on. The context's slot 0 holds a
    /// `CertificateTolerance` that its owner keeps alive for the time of the verification.
    static let callback: @convention(c) (Int32, OpaquePointer?) -> Int32 = { isFine, context in
        guard isFine == 0, let slot = X509_STORE_CTX_get_ex_data(context, 0) else { return isFine }
        let tolerance = Unmanaged<CertificateTolerance>.fromOpaque(slot).takeUnretainedValue()
        guard let context, tolerance.accepts(context) else { return 0 }
        X509_STORE_CTX_set_error(context, X509_V_OK)
        return 1
    }

    private func accepts(_ context: OpaquePointer) -> Bool {
        guard let certificate = X509_STORE_CTX_get_current_cert(context) else { return false }
        switch X509_STORE_CTX_get_error(context) {
        case X509_V_ERR_CERT_HAS_EXPIRED:
            return X509_STORE_CTX_get_error_depth(context) > 0
                && anchors.contains { X509_cmp($0.handle.pointer, certificate) == 0 }
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION:
            return (0..<max(0, X509_get_ext_count(certificate))).allSatisfy { index in
                isHandled(X509_get_ext(certificate, index))
            }
        default:
            return false
        }
    }

    private func isHandled(_ pointer: OpaquePointer?) -> Bool {
        X509_EXTENSION_get_critical(pointer) == 0 || X509_supported_extension(pointer) == 1
            || ASN1.oid(X509_EXTENSION_get_object(pointer)).map(handledExtensions.contains) == true
    }
}

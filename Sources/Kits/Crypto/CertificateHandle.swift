internal import COpenSSL

/// Owns one `X509`.
///
/// `@unchecked Sendable`: the certificate is parsed when it gets here and nothing changes it after; what OpenSSL caches
/// inside it (extension flags, the decoded key) it guards with the certificate's own lock.
final class CertificateHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes the certificate over.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        X509_free(pointer)
    }
}

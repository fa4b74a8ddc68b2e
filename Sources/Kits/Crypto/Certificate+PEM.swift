internal import COpenSSL

extension Certificate {
    /// The certificates of a PEM text, in order. Text around the blocks is ignored; throws when there is no certificate,
    /// a block is broken, or a block is something else (a private key beside a certificate is a mistake to point out).
    package static func pem(_ text: [UInt8]) throws(CryptoError) -> [Certificate] {
        var certificates: [Certificate] = []
        for (label, der) in try blocks(text) {
            guard label == "CERTIFICATE" else { throw .malformed("PEM block \"\(label)\" instead of a certificate") }
            certificates.append(try Certificate(der: der))
        }
        guard !certificates.isEmpty else { throw .malformed("PEM without a certificate") }
        return certificates
    }

    private static func blocks(_ text: [UInt8]) throws(CryptoError) -> [(label: String, der: [UInt8])] {
        guard let count = Int32(exactly: text.count) else { throw .malformed("PEM of more than 2 GiB") }
        var blocks: [(label: String, der: [UInt8])] = []
        let isWhole = text.withUnsafeBytes { buffer in
            guard let bio = BIO_new_mem_buf(buffer.baseAddress, count) else { return false }
            defer { BIO_free(bio) }
            while true {
                var label: UnsafeMutablePointer<CChar>?
                var header: UnsafeMutablePointer<CChar>?
                var bytes: UnsafeMutablePointer<UInt8>?
                var byteCount = 0
                guard PEM_read_bio(bio, &label, &header, &bytes, &byteCount) == 1 else {
                    // The only failure that means "no more blocks".
                    return ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
                }
                defer {
                    shim_openssl_free(label)
                    shim_openssl_free(header)
                    shim_openssl_free(bytes)
                }
                let der = Array(UnsafeBufferPointer(start: bytes, count: max(0, byteCount)))
                blocks.append((label.map { String(cString: $0) } ?? "", der))
            }
        }
        guard isWhole else { throw ErrorQueue.failure("PEM") }
        ErrorQueue.clear()
        return blocks
    }
}

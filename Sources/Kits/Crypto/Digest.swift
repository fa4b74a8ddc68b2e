internal import COpenSSL

/// Cryptographic hashes of whole messages.
package enum Digest {
    /// SHA-1, 20 bytes: for formats that prescribe it (TPM names, RS1), never for a choice of our own.
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, count: 20, shim_sha1)
    }

    /// SHA-256, 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, count: 32, shim_sha256)
    }

    /// SHA-384, 48 bytes.
    package static func sha384(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, count: 48, shim_sha384)
    }

    /// SHA-512, 64 bytes.
    package static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, count: 64, shim_sha512)
    }

    private static func hash(
        _ bytes: [UInt8], count: Int, _ function: (UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>?) -> Void
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            bytes.withUnsafeBytes { function($0.baseAddress, $0.count, buffer.baseAddress) }
            initialized = count
        }
    }
}

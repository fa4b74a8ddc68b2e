internal import COpenSSL

/// Bytes that must not leak: wiped when the last reference goes, compared in constant time, never printed.
///
/// `@unchecked Sendable`: the memory is written in `init` and in `deinit` only.
package final class Secret: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies `bytes`; the caller's array stays the caller's to forget.
    package init(_ bytes: [UInt8]) {
        memory = .allocate(byteCount: bytes.count, alignment: 1)
        memory.copyBytes(from: bytes)
    }

    deinit {
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// How many bytes.
    package var count: Int { memory.count }

    /// A copy of the bytes, which is not wiped: for handing a secret out once (a token to a client, an export).
    package var bytes: [UInt8] { Array(memory) }

    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }
}

extension Secret: Equatable {
    /// Constant time for secrets of one length.
    package static func == (a: Secret, b: Secret) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a.memory.baseAddress, b.memory.baseAddress, a.count) == 0
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `[redacted]`.
    package var description: String { "[redacted]" }

    /// Always `[redacted]`.
    package var debugDescription: String { description }

    /// Without children: `dump` and test failures show nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

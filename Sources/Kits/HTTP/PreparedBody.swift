/// A body that is written once and sent many times: a web page, an association file, a key set.
///
/// Unchecked, because it holds a pointer: the memory is filled before `init` returns, never written again, and freed
/// only in `deinit`, so that any number of threads may read it while they hold a reference. A response under way holds
/// one.
package final class PreparedBody: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies the bytes to memory that stays where it is.
    package init(_ bytes: [UInt8]) {
        memory = .allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
    }

    deinit { memory.deallocate() }

    /// How many bytes there are.
    package var count: Int { memory.count }

    /// A copy of the bytes.
    package var bytes: [UInt8] { Array(memory) }

    /// The memory itself, good for as long as this object is referenced.
    package var unsafeMemory: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }
}

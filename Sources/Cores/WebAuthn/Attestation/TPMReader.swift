/// A position in a TPM 2.0 structure (big-endian, sized buffers). It only ever shortens its slice, so no read can run
/// over the end; every read answers nil when the bytes do not suffice.
struct TPMReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func uint16() -> UInt16? {
        take(2).map { $0.reduce(0) { $0 << 8 | UInt16($1) } }
    }

    mutating func uint32() -> UInt32? {
        take(4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// A `TPM2B`: a 16-bit size and so many bytes.
    mutating func sized() -> [UInt8]? {
        uint16().flatMap { take(Int($0)) }
    }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard count <= rest.count else { return nil }
        let taken = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return taken
    }
}

/// Header fields in order, looked up by name without regard to case.
///
/// All names and values stand in one array of bytes, each followed by a zero: a request's headers cost two allocations
/// however many there are, and the server hands the same bytes to its C library without copying them again.
package struct HTTPHeaders: Sendable {
    private struct Field: Sendable {
        var nameStart: Int
        var valueStart: Int
        var end: Int
    }

    private var bytes: [UInt8] = []
    private var fields: [Field] = []

    /// Whether every name is a token and no value holds a control byte (RFC 9110 section 5); the server refuses to
    /// write headers that are not, which is what stops header injection.
    package private(set) var isWellFormed = true

    /// No headers.
    package init() {}

    /// Headers in the order given; a name may occur more than once.
    package init(_ pairs: [(String, String)]) {
        for (name, value) in pairs { add(name, value) }
    }

    /// How many fields there are, repeated names counted each time.
    package var count: Int { fields.count }

    /// The first value of that name.
    package subscript(name: String) -> String? {
        for field in fields where isNamed(field, name) { return value(field) }
        return nil
    }

    /// All values of that name, in order.
    package func values(of name: String) -> [String] {
        fields.filter { isNamed($0, name) }.map(value)
    }

    /// All fields in order.
    package var pairs: [(name: String, value: String)] {
        fields.map { (String(decoding: bytes[$0.nameStart..<($0.valueStart - 1)], as: UTF8.self), value($0)) }
    }

    /// Appends a field, keeping others of that name.
    package mutating func add(_ name: String, _ value: String) {
        let nameStart = bytes.count
        for byte in name.utf8 { bytes.append(byte) }
        isWellFormed = isWellFormed && !name.utf8.isEmpty && name.utf8.allSatisfy(HTTPBytes.isToken)
        bytes.append(0)
        let valueStart = bytes.count
        for byte in value.utf8 { bytes.append(byte) }
        isWellFormed = isWellFormed && !value.utf8.contains(where: HTTPBytes.isControl)
        bytes.append(0)
        fields.append(Field(nameStart: nameStart, valueStart: valueStart, end: bytes.count - 1))
    }

    /// Appends a field as it was received; bytes that are not UTF-8 read as U+FFFD later.
    package mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let nameStart = bytes.count
        bytes.append(contentsOf: name)
        isWellFormed = isWellFormed && !name.isEmpty && name.allSatisfy(HTTPBytes.isToken)
        bytes.append(0)
        let valueStart = bytes.count
        bytes.append(contentsOf: value)
        isWellFormed = isWellFormed && !value.contains(where: HTTPBytes.isControl)
        bytes.append(0)
        fields.append(Field(nameStart: nameStart, valueStart: valueStart, end: bytes.count - 1))
    }

    /// Replaces all fields of that name by one, at the end.
    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        add(name, value)
    }

    /// Drops all fields of that name.
    package mutating func remove(_ name: String) {
        guard fields.contains(where: { isNamed($0, name) }) else { return }
        var kept = HTTPHeaders()
        for field in fields where !isNamed(field, name) {
            bytes.withUnsafeBytes { all in
                kept.add(
                    name: UnsafeRawBufferPointer(rebasing: all[field.nameStart..<(field.valueStart - 1)]),
                    value: UnsafeRawBufferPointer(rebasing: all[field.valueStart..<field.end]))
            }
        }
        self = kept
    }

    /// Makes room for that many fields and bytes at once.
    package mutating func reserve(fields count: Int, bytes size: Int) {
        fields.reserveCapacity(count)
        bytes.reserveCapacity(size)
    }

    /// Calls `body` with each name and value as zero-terminated strings until it returns false.
    ///
    /// The pointers are good only during the call. Returns whether all calls returned true. Only for headers that are
    /// `isWellFormed`: a zero inside a value would cut it.
    package func forEachCString(_ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Bool) -> Bool {
        bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress?.assumingMemoryBound(to: CChar.self) else { return true }
            for field in fields where !body(base + field.nameStart, base + field.valueStart) { return false }
            return true
        }
    }

    private func value(_ field: Field) -> String {
        String(decoding: bytes[field.valueStart..<field.end], as: UTF8.self)
    }

    private func isNamed(_ field: Field, _ name: String) -> Bool {
        let own = bytes[field.nameStart..<(field.valueStart - 1)]
        guard own.count == name.utf8.count else { return false }
        return zip(own, name.utf8).allSatisfy { HTTPBytes.lowercased($0) == HTTPBytes.lowercased($1) }
    }
}

package import FoundationEssentials

/// Writes DER: each function gives one whole element (tag, length, content).
package enum DER {
    /// An element with the tag byte as it stands.
    package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        var bytes: [UInt8] = []
        var rest = count
        while rest > 0 {
            bytes.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(bytes.count)] + bytes
    }

    /// SEQUENCE of whole elements.
    package static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, elements.flatMap { $0 }) }

    /// SEQUENCE of a list of whole elements.
    package static func sequence(of elements: [[UInt8]]) -> [UInt8] { element(0x30, elements.flatMap { $0 }) }

    /// SET of whole elements in the order given; strict DER wants them sorted, which is the caller's business.
    package static func set(_ elements: [UInt8]...) -> [UInt8] { element(0x31, elements.flatMap { $0 }) }

    /// SET of a list of whole elements.
    package static func set(of elements: [[UInt8]]) -> [UInt8] { element(0x31, elements.flatMap { $0 }) }

    /// OBJECT IDENTIFIER in dotted form.
    package static func oid(_ text: String) -> [UInt8] {
        let arcs = text.split(separator: ".").compactMap { UInt($0) }
        guard arcs.count >= 2 else { return element(0x06, []) }
        let numbers = [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)
        return element(0x06, numbers.flatMap(base128))
    }

    private static func base128(_ number: UInt) -> [UInt8] {
        var bytes = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(0x80 | UInt8(rest & 0x7F), at: 0)
            rest >>= 7
        }
        return bytes
    }

    /// INTEGER.
    package static func integer(_ value: Int) -> [UInt8] { element(0x02, content(of: value)) }

    /// INTEGER from a magnitude, big-endian.
    package static func integer(magnitude: [UInt8]) -> [UInt8] {
        let number = Array(magnitude.drop { $0 == 0 })
        return element(0x02, (number.first ?? 0xFF) >= 0x80 ? [0] + number : number)
    }

    /// ENUMERATED.
    package static func enumerated(_ value: Int) -> [UInt8] { element(0x0A, content(of: value)) }

    private static func content(of value: Int) -> [UInt8] {
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        while bytes.count > 1, (bytes[0] == 0 && bytes[1] < 0x80) || (bytes[0] == 0xFF && bytes[1] >= 0x80) {
            bytes.removeFirst()
        }
        return bytes
    }

    /// OCTET STRING.
    package static func octetString(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

    /// BIT STRING.
    package static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        element(0x03, [unusedBits] + bytes)
    }

    /// BOOLEAN.
    package static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xFF : 0]) }

    /// NULL.
    package static var null: [UInt8] { element(0x05, []) }

    /// UTF8String.
    package static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

    /// PrintableString.
    package static func printable(_ text: String) -> [UInt8] { element(0x13, Array(text.utf8)) }

    /// IA5String.
    package static func ia5(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

    /// UTCTime, seconds precision; for years 1950 to 2049.
    package static func utcTime(_ date: Date) -> [UInt8] { element(0x17, Array(digits(date).dropFirst(2))) }

    /// GeneralizedTime, seconds precision.
    package static func generalizedTime(_ date: Date) -> [UInt8] { element(0x18, digits(date)) }

    private static func digits(_ date: Date) -> [UInt8] {
        date.formatted(.iso8601).utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            + [UInt8(ascii: "Z")]
    }

    /// `[number] EXPLICIT`: wraps one whole element; numbers above 30 take the long form (KeyDescription has them).
    package static func explicit(_ number: Int, _ element: [UInt8]) -> [UInt8] {
        contextTag(number, isConstructed: true) + length(element.count) + element
    }

    /// `[number] IMPLICIT`: the content stands without its own tag.
    package static func implicit(_ number: Int, _ content: [UInt8], isConstructed: Bool = false) -> [UInt8] {
        contextTag(number, isConstructed: isConstructed) + length(content.count) + content
    }

    private static func contextTag(_ number: Int, isConstructed: Bool) -> [UInt8] {
        let lead: UInt8 = isConstructed ? 0xA0 : 0x80
        return number < 31 ? [lead | UInt8(number)] : [lead | 0x1F] + base128(UInt(number))
    }
}

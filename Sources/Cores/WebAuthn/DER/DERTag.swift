/// The identifier of a DER element: class and number (X.690 §8.1.2). Whether it is constructed is told by its content.
package struct DERTag: Sendable, Hashable {
    /// The four classes, in the order of their two bits.
    package enum Class: UInt8, Sendable {
        case universal = 0
        case application = 1
        case context = 2
        case `private` = 3
    }

    /// Who defined the number.
    package let tagClass: Class
    /// The number; Android's authorization lists use numbers up to 724, so it may need several bytes.
    package let number: UInt32

    /// A tag of any class.
    package init(_ tagClass: Class, _ number: UInt32) {
        self.tagClass = tagClass
        self.number = number
    }

    /// `[number]`, a context-specific tag.
    package static func context(_ number: UInt32) -> DERTag { DERTag(.context, number) }

    /// BOOLEAN
    package static let boolean = DERTag(.universal, 1)
    /// INTEGER
    package static let integer = DERTag(.universal, 2)
    /// BIT STRING
    package static let bitString = DERTag(.universal, 3)
    /// OCTET STRING
    package static let octetString = DERTag(.universal, 4)
    /// ENUMERATED
    package static let enumerated = DERTag(.universal, 10)
    /// SEQUENCE and SEQUENCE OF
    package static let sequence = DERTag(.universal, 16)
    /// SET and SET OF
    package static let set = DERTag(.universal, 17)
}

/// One DER element, read whole. Extensions that OpenSSL does not know (Android's key description, Apple's nonce, FIDO's
/// AAGUID) are small trees of these.
package struct DERValue: Sendable, Equatable {
    /// What stands between the length and the end of the element.
    package enum Content: Sendable, Equatable {
        case primitive([UInt8])
        indirect case constructed([DERValue])
    }

    /// Class and number.
    package let tag: DERTag
    /// The bytes or the children.
    package let content: Content

    /// An element of the given tag.
    package init(tag: DERTag, content: Content) {
        self.tag = tag
        self.content = content
    }

    /// The children of a constructed element, nil for a primitive one.
    package var children: [DERValue]? {
        if case .constructed(let children) = content { children } else { nil }
    }

    /// The children of a SEQUENCE, nil for anything else.
    package var sequence: [DERValue]? { tag == .sequence ? children : nil }

    /// The children of a SET, nil for anything else. Their order is not checked: nothing here depends on it.
    package var set: [DERValue]? { tag == .set ? children : nil }

    /// The bytes of an OCTET STRING, nil for anything else.
    package var octets: [UInt8]? { tag == .octetString ? primitive : nil }

    /// The bits of a BIT STRING that holds whole bytes, nil for anything else.
    package var bits: [UInt8]? {
        guard tag == .bitString, let bytes = primitive, bytes.first == 0 else { return nil }
        return Array(bytes.dropFirst())
    }

    /// An INTEGER or ENUMERATED in its shortest form that fits 64 bits, nil for anything else.
    package var integer: Int64? {
        guard tag == .integer || tag == .enumerated, let bytes = primitive else { return nil }
        guard (1...8).contains(bytes.count), let first = bytes.first else { return nil }
        if let second = bytes.dropFirst().first {
            let isPadded = (first == 0x00 && second < 0x80) || (first == 0xFF && second >= 0x80)
            guard !isPadded else { return nil }
        }
        return bytes.reduce(first < 0x80 ? 0 : -1) { $0 << 8 | Int64($1) }
    }

    /// The one element inside an explicit tag, nil when it is not constructed or holds another number of elements.
    package var explicit: DERValue? {
        guard let children, children.count == 1 else { return nil }
        return children.first
    }

    private var primitive: [UInt8]? {
        if case .primitive(let bytes) = content { bytes } else { nil }
    }
}

/// `TPMT_PUBLIC` (TPM 2.0 Library part 2, §12.2.4): the public part of a key as the TPM sees it.
package struct TPMPublicArea: Sendable, Equatable {
    /// `TPM_ALG_ID` values that matter here (TPM 2.0 Library part 2, §6.3).
    private enum Algorithm {
        static let rsa: UInt16 = 0x0001
        static let null: UInt16 = 0x0010
        static let rsaes: UInt16 = 0x0015
        static let ecdaa: UInt16 = 0x001A
        static let ecc: UInt16 = 0x0023
    }

    /// The key itself.
    package enum Key: Sendable, Equatable {
        /// An RSA modulus, and the exponent with the TPM's 0 already read as 65537.
        case rsa(modulus: [UInt8], exponent: UInt32)
        /// A point on the curve with that `TPM_ECC_CURVE` number; a TPM may leave out leading zeros.
        case ecc(curve: UInt16, x: [UInt8], y: [UInt8])
    }

    /// The `TPM_ALG_ID` of the hash that makes the object's name.
    package let nameAlgorithm: UInt16
    /// The key.
    package let key: Key

    /// Reads the whole of the bytes; nil when they are cut short, go on too long or hold another kind of object.
    package init?(parsing bytes: [UInt8]) {
        var reader = TPMReader(bytes)
        guard let type = reader.uint16(), let nameAlgorithm = reader.uint16(), reader.uint32() != nil,
            reader.sized() != nil, Self.skipSymmetric(&reader)
        else { return nil }
        let key =
            switch type {
            case Algorithm.rsa: Self.rsaKey(&reader)
            case Algorithm.ecc: Self.eccKey(&reader)
            default: Key?.none
            }
        guard let key, reader.isAtEnd else { return nil }
        self.nameAlgorithm = nameAlgorithm
        self.key = key
    }

    private static func rsaKey(_ reader: inout TPMReader) -> Key? {
        guard skipScheme(&reader), reader.uint16() != nil, let exponent = reader.uint32(), let modulus = reader.sized()
        else { return nil }
        return .rsa(modulus: modulus, exponent: exponent == 0 ? 65_537 : exponent)
    }

    private static func eccKey(_ reader: inout TPMReader) -> Key? {
        guard skipScheme(&reader), let curve = reader.uint16(), skipScheme(&reader), let x = reader.sized(),
            let y = reader.sized()
        else { return nil }
        return .ecc(curve: curve, x: x, y: y)
    }

    /// `TPMT_SYM_DEF_OBJECT`: only storage keys have one, with a size and a mode.
    private static func skipSymmetric(_ reader: inout TPMReader) -> Bool {
        guard let algorithm = reader.uint16() else { return false }
        return algorithm == Algorithm.null || reader.take(4) != nil
    }

    /// `TPMT_RSA_SCHEME`, `TPMT_ECC_SCHEME` and `TPMT_KDF_SCHEME`: nearly every scheme names one hash.
    private static func skipScheme(_ reader: inout TPMReader) -> Bool {
        switch reader.uint16() {
        case nil: false
        case Algorithm.null, Algorithm.rsaes: true
        case Algorithm.ecdaa: reader.take(4) != nil
        default: reader.take(2) != nil
        }
    }
}

internal import COpenSSL

/// The two forms of an ECDSA signature.
enum ECDSASignature {
    /// `r || s` as DER; nil when the length is not twice the coordinate size.
    static func der(fromRaw raw: [UInt8], curve: Curve) -> [UInt8]? {
        guard raw.count == curve.coordinateSize * 2 else { return nil }
        let body = integer(raw.prefix(curve.coordinateSize)) + integer(raw.suffix(curve.coordinateSize))
        // P-521 needs the two-byte length; no curve needs more.
        return [0x30] + (body.count < 0x80 ? [] : [0x81]) + [UInt8(truncatingIfNeeded: body.count)] + body
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var number = Array(bytes.drop { $0 == 0 })
        if number.first.map({ $0 >= 0x80 }) ?? true { number.insert(0, at: 0) }
        return [0x02, UInt8(truncatingIfNeeded: number.count)] + number
    }

    /// DER as `r || s`, each padded to the coordinate size.
    static func raw(fromDER der: [UInt8], curve: Curve) -> [UInt8]? {
        let signature = der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return d2i_ECDSA_SIG(nil, &cursor, buffer.count)
        }
        guard let signature else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let size = curve.coordinateSize
        var r = [UInt8](repeating: 0, count: size)
        var s = r
        guard BN_bn2binpad(ECDSA_SIG_get0_r(signature), &r, Int32(size)) == Int32(size),
            BN_bn2binpad(ECDSA_SIG_get0_s(signature), &s, Int32(size)) == Int32(size)
        else { return nil }
        return r + s
    }
}

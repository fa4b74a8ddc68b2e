internal import COpenSSL
internal import FoundationEssentials
internal import Glibc

/// Copies values out of OpenSSL's ASN.1 objects.
enum ASN1 {
    static func bytes(_ string: UnsafePointer<ASN1_STRING>?) -> [UInt8] {
        guard let string else { return [] }
        return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
    }

    /// Any string type as UTF-8; nil when the bytes are none of its type.
    static func utf8(_ string: UnsafePointer<ASN1_STRING>?) -> String? {
        guard let string else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&bytes, string)
        guard count >= 0, let bytes else {
            ErrorQueue.clear()
            return nil
        }
        defer { shim_openssl_free(bytes) }
        return String(validating: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    /// The dotted form; nil when it is longer than any identifier in use.
    static func oid(_ object: OpaquePointer?) -> String? {
        var text = [CChar](repeating: 0, count: 128)
        let count = OBJ_obj2txt(&text, Int32(text.count), object, 1)
        guard count > 0, count < text.count else { return nil }
        return String(decoding: text.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else {
            ErrorQueue.clear()
            return nil
        }
        return Date(timeIntervalSince1970: Double(timegm(&parts)))
    }
}

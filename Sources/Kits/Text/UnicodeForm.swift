internal import CUnistring

/// The Unicode transformations that neither the standard library nor FoundationEssentials has, from libunistring.
enum UnicodeForm {
    /// Canonical composition (NFC).
    static func composed(_ text: String) -> String? {
        transform(text, shim_compose)
    }

    /// Compatibility composition (NFKC).
    static func compatibilityComposed(_ text: String) -> String? {
        transform(text, shim_compatibility_compose)
    }

    /// Lower case by the default mapping of Unicode, no locale.
    static func lowercased(_ text: String) -> String? {
        transform(text, shim_lower_case)
    }

    /// Full-width and half-width forms (and the ideographic space) become the usual ones; nothing else changes.
    static func usualWidth(_ text: String) -> String? {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x3000, 0xFF01...0xFFEE:
                guard let usual = transform(String(scalar), shim_compatibility_decompose) else { return nil }
                result += usual
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The name of the scalar's script, such as `Greek`; nil for an unassigned one.
    static func script(of scalar: Unicode.Scalar) -> String? {
        uc_script(scalar.value).map { String(cString: $0.pointee.name) }
    }

    private static func transform(
        _ text: String,
        _ call: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> UnsafeMutablePointer<UInt8>?
    ) -> String? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return "" }
        var count = 0
        guard let result = bytes.withUnsafeBufferPointer({ call($0.baseAddress, $0.count, &count) }) else { return nil }
        defer { shim_free(result) }
        return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
}

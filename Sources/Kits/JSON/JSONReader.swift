internal import CJansson

/// The one reader for untrusted JSON: Jansson, told to be strict.
///
/// Refused: duplicate names (escaped spellings included), a byte order mark, anything but UTF-8, lone surrogates,
/// `\u0000`, control characters, trailing commas or bytes, numbers out of range.
package enum JSONReader {
    /// Reads one value that fills all of `bytes`.
    ///
    /// - Throws: `JSONError` if it is larger than `maxBytes`, nested deeper than `maxDepth`, or not strict JSON.
    package static func parse(
        _ bytes: [UInt8], maxDepth: Int = 32, maxBytes: Int = 65_536
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= maxBytes else { throw .tooLarge }
        // The library takes a NUL byte for the end and ignores what follows it.
        if let end = bytes.firstIndex(of: 0) { throw .malformed(reason: "NUL byte", offset: end) }
        // Before the library allocates for it: Jansson itself would go down to 2,048 levels.
        guard nesting(bytes, atMost: maxDepth) else { throw .tooDeep }
        var error = json_error_t()
        let root = bytes.withUnsafeBytes {
            json_loadb(
                $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count,
                JSON_REJECT_DUPLICATES_FLAG | JSON_DECODE_ANY_FLAG, &error)
        }
        guard let root else { throw describe(error) }
        defer { shim_json_decref(root) }
        guard let value = convert(root) else { throw .malformed(reason: "unreadable text", offset: 0) }
        return value
    }

    /// Whether brackets outside strings nest no deeper than `limit`. Wrong nesting is the library's to find.
    private static func nesting(_ bytes: [UInt8], atMost limit: Int) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > limit { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }

    private static func describe(_ error: json_error_t) -> JSONError {
        let reason = withUnsafeBytes(of: error.text) { text in
            String(decoding: text.prefix(while: { $0 != 0 }).filter { $0 < 0x80 && $0 >= 0x20 }, as: UTF8.self)
        }
        // The library quotes what it found; that may be a secret, so only its own words are kept.
        let words = reason.prefix { $0 != "'" }.drop { $0 == " " }
        return .malformed(
            reason: words.isEmpty ? "invalid JSON" : String(words.reversed().drop { $0 == " " }.reversed()),
            offset: max(0, Int(error.position)))
    }

    /// Depth is bounded by `nesting`, so the recursion is.
    private static func convert(_ json: UnsafeMutablePointer<json_t>) -> JSONValue? {
        switch json.pointee.type {
        case JSON_NULL: return .null
        case JSON_TRUE: return .bool(true)
        case JSON_FALSE: return .bool(false)
        case JSON_INTEGER: return .integer(Int64(json_integer_value(json)))
        case JSON_REAL: return .real(json_real_value(json))
        case JSON_STRING: return text(json_string_value(json), json_string_length(json)).map { .string($0) }
        case JSON_ARRAY: return convertArray(json)
        case JSON_OBJECT: return convertObject(json)
        default: return nil
        }
    }

    private static func convertArray(_ json: UnsafeMutablePointer<json_t>) -> JSONValue? {
        let count = json_array_size(json)
        var items: [JSONValue] = []
        items.reserveCapacity(count)
        for index in 0..<count {
            guard let item = json_array_get(json, index), let value = convert(item) else { return nil }
            items.append(value)
        }
        return .array(items)
    }

    private static func convertObject(_ json: UnsafeMutablePointer<json_t>) -> JSONValue? {
        var members: [(name: String, value: JSONValue)] = []
        members.reserveCapacity(json_object_size(json))
        var iterator = json_object_iter(json)
        while let current = iterator {
            guard let key = json_object_iter_key(current), let item = json_object_iter_value(current),
                let name = String(validatingCString: key), let value = convert(item)
            else { return nil }
            members.append((name, value))
            iterator = json_object_iter_next(json, current)
        }
        return .object(JSONObject(distinct: members))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?, _ count: Int) -> String? {
        guard let pointer else { return nil }
        return String(
            validating: UnsafeRawBufferPointer(start: pointer, count: count), as: UTF8.self)
    }
}

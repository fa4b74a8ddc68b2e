/// base64url without padding (RFC 4648 section 5), one spelling for each value.
package enum Base64URL {
    private static let codec = Base64Codec(last: (UInt8(ascii: "-"), UInt8(ascii: "_")), isPadded: false)

    /// The bytes as base64url, without padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        codec.encode(bytes)
    }

    /// The bytes of `text`; nil for padding, white space, the standard alphabet, an impossible length or trailing bits
    /// that are not zero, so that `encode(decode(text))` is `text` again.
    package static func decode(_ text: String) -> [UInt8]? {
        codec.decode(text)
    }
}

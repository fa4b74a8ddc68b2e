/// Standard base64 with padding (RFC 4648 section 4), one spelling for each value: `x5c`, PEM bodies, Basic credentials.
package enum Base64 {
    private static let codec = Base64Codec(last: (UInt8(ascii: "+"), UInt8(ascii: "/")), isPadded: true)

    /// The bytes as base64, with padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        codec.encode(bytes)
    }

    /// The bytes of `text`; nil for missing or surplus padding, white space, the URL alphabet or trailing bits that are
    /// not zero.
    package static func decode(_ text: String) -> [UInt8]? {
        codec.decode(text)
    }
}

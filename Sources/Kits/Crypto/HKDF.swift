/// HKDF with SHA-256 and no salt (RFC 5869): one key for each purpose from one master key.
package enum HKDF {
    /// `count` bytes bound to `info`; at most 255 blocks of 32 bytes exist, what is asked for beyond is not there.
    package static func deriveKey(from master: Secret, info: String, count: Int = 32) -> Secret {
        let pseudorandom = Secret(HMACSHA256.code(master.bytes, key: Secret([UInt8](repeating: 0, count: 32))))
        var output: [UInt8] = []
        var block: [UInt8] = []
        var index: UInt8 = 0
        while output.count < count && index < .max {
            index += 1
            block = HMACSHA256.code(block + info.utf8 + [index], key: pseudorandom)
            output.append(contentsOf: block)
        }
        defer {
            wipe(&output)
            wipe(&block)
        }
        return Secret(Array(output.prefix(count)))
    }
}

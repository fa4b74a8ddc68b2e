internal import HTTP

/// Decides whether a request that libmicrohttpd accepted can be understood in one way only (RFC 9112 section 11.2).
///
/// Fed with each header field, then asked once. What it cannot see: a zero byte in a header (the library cuts there) and
/// folded lines (the library joins them); a proxy in front has to normalise those.
struct RequestGate {
    private var hosts = 0
    private var lengths = 0
    private var codings = 0
    private var authorizations = 0
    private var types = 0
    private var isHostValid = true
    private var isLengthValid = true
    private var isChunked = true
    private var isSingleASCII = true

    /// The announced size of the body: 0 without one, `Int.max` for what no number holds.
    private(set) var contentLength = 0

    /// Takes one header field.
    mutating func see(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        switch name.count {
        case 4 where Self.isEqual(name, "host"):
            hosts += 1
            isHostValid = isHostValid && !value.isEmpty && value.allSatisfy(Self.isHostByte)
        case 14 where Self.isEqual(name, "content-length"):
            lengths += 1
            isLengthValid = isLengthValid && !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }
            contentLength = Int(String(decoding: value, as: UTF8.self)) ?? Int.max
        case 17 where Self.isEqual(name, "transfer-encoding"):
            codings += 1
            isChunked = isChunked && Self.isEqual(value, "chunked")
        case 13 where Self.isEqual(name, "authorization"):
            authorizations += 1
            isSingleASCII = isSingleASCII && value.allSatisfy { $0 < 0x80 }
        case 12 where Self.isEqual(name, "content-type"):
            types += 1
            isSingleASCII = isSingleASCII && value.allSatisfy { $0 < 0x80 }
        default: break
        }
    }

    /// The first thing wrong with the request as a sentence, or nil; `headers` are those the gate has seen.
    func fault(method: String, version: String, target: RequestTarget?, headers: HTTPHeaders) -> String? {
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { return "Use HTTP/1.1." }
        guard (1...32).contains(method.utf8.count), method.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) else {
            return "The method is not made of upper-case letters."
        }
        guard method != "CONNECT" else { return "CONNECT is for proxies." }
        guard let target else { return "The request target is not a path in printable ASCII without fragment." }
        return headerFault(headers) ?? framingFault(version: version) ?? hostFault(target, headers)
    }

    private func headerFault(_ headers: HTTPHeaders) -> String? {
        guard headers.isWellFormed else { return "A header has a control byte or a name that is no token." }
        if hosts != 1 { return "There must be exactly one Host header." }
        if authorizations > 1 { return "There is more than one Authorization header." }
        if types > 1 { return "There is more than one Content-Type header." }
        return isSingleASCII ? nil : "Authorization or Content-Type is not ASCII."
    }

    private func framingFault(version: String) -> String? {
        if lengths > 1 { return "There is more than one Content-Length header." }
        if !isLengthValid { return "Content-Length is not a number." }
        guard codings > 0 else { return nil }
        if codings > 1 || !isChunked { return "The only transfer coding understood is one chunked." }
        if lengths > 0 { return "Transfer-Encoding and Content-Length exclude each other." }
        return version == "HTTP/1.1" ? nil : "Transfer-Encoding needs HTTP/1.1."
    }

    private func hostFault(_ target: RequestTarget, _ headers: HTTPHeaders) -> String? {
        guard isHostValid else { return "The Host header is not a host." }
        guard let authority = target.authority else { return nil }
        let isSame = headers["Host"].map { host in
            host.utf8.count == authority.utf8.count
                && zip(host.utf8, authority.utf8).allSatisfy { HTTPBytes.lowercased($0) == HTTPBytes.lowercased($1) }
        }
        return isSame == true ? nil : "The absolute request target does not agree with Host."
    }

    /// Letters, digits and what stands in names, ports and bracketed addresses; neither user names nor lists.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private static func isEqual(_ bytes: UnsafeRawBufferPointer, _ lowercase: StaticString) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        let other = UnsafeRawBufferPointer(start: lowercase.utf8Start, count: lowercase.utf8CodeUnitCount)
        return zip(bytes, other).allSatisfy { HTTPBytes.lowercased($0) == $1 }
    }
}

package import HTTP
import Text

/// Where a request's host and address come from. Forwarding headers count only if the peer is a trusted proxy.
package struct ProxyTrust: Sendable {
    /// The one source of the host.
    package enum HostSource: String, Sendable, CaseIterable {
        case host
        case xForwardedHost = "x-forwarded-host"
        case forwarded
    }

    /// The proxies whose forwarding headers count.
    package let proxies: [NetworkPrefix]
    /// Where the host comes from.
    package let hostFrom: HostSource

    /// Without arguments: no proxy, and the `Host` header.
    package init(proxies: [NetworkPrefix] = [], hostFrom: HostSource = .host) {
        self.proxies = proxies
        self.hostFrom = hostFrom
    }

    private func isTrusted(_ address: PeerAddress) -> Bool {
        proxies.contains { $0.contains(address) }
    }

    /// The caller's address: the right-most hop of `X-Forwarded-For` that is not a trusted proxy itself.
    func address(of request: HTTPRequest) -> PeerAddress {
        let peer = request.peer
        guard isTrusted(peer) else { return peer }
        let hops = request.headers.values(of: "X-Forwarded-For").flatMap { $0.split(separator: ",") }
        var nearest = peer
        for hop in hops.suffix(32).reversed() {
            guard let address = Self.address(inHop: hop) else { return nearest }
            nearest = address
            if !isTrusted(address) { return address }
        }
        return nearest
    }

    /// A hop's address. Some proxies write the port as well; without it their clients would all be the proxy.
    private static func address(inHop hop: Substring) -> PeerAddress? {
        let text = hop.filter { $0 != " " && $0 != "\t" }
        if let address = PeerAddress(text) { return address }
        let parts = text.split(separator: text.hasPrefix("[") ? "]" : ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let host = parts.first, let port = parts.last else { return nil }
        let digits = host.hasPrefix("[") ? port.drop { $0 == ":" } : port
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return PeerAddress(String(host.drop { $0 == "[" }))
    }

    /// The host the tenant is looked up by; nil if its source is missing, doubled or not to be trusted.
    func host(of request: HTTPRequest) -> String? {
        switch hostFrom {
        case .host: return only(request.headers.values(of: "Host"))
        case .xForwardedHost:
            guard isTrusted(request.peer) else { return nil }
            return only(request.headers.values(of: "X-Forwarded-Host"))
        case .forwarded:
            guard isTrusted(request.peer), let value = only(request.headers.values(of: "Forwarded")) else {
                return nil
            }
            return ForwardedHeader.host(in: value)
        }
    }

    private func only(_ values: [String]) -> String? {
        guard values.count == 1, let value = values.first, !value.utf8.contains(UInt8(ascii: ",")) else { return nil }
        return value
    }
}

/// RFC 7239, as far as one element with one `host` parameter.
enum ForwardedHeader {
    static func host(in value: String) -> String? {
        var found: String?
        for pair in value.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].filter { $0 != " " }.lowercased()
            guard name.isByteEqual(to: "host"), parts.count == 2 else { continue }
            guard found == nil else { return nil }
            var text = Substring(parts[1].filter { $0 != " " })
            if text.first == "\"", text.last == "\"", text.utf8.count >= 2 { text = text.dropFirst().dropLast() }
            found = String(text)
        }
        return found
    }
}

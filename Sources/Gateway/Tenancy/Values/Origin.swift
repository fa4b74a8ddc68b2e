/// A web origin in the form in which browsers report it: scheme, host, and the port where it is not the default.
package struct Origin: Sendable, Hashable {
    /// As browsers write it: `https://id.acme.example`, `http://localhost:8080`.
    package let text: String
    /// Whether the scheme is https; else it is http.
    package let isHTTPS: Bool
    /// The port, also where it is the default.
    package let port: Int
    let hostName: HostName

    /// The host without port; an IPv6 address in brackets.
    package var host: String { hostName.text }

    /// What a client sends as `Host`: the host, and the port where it is not the default.
    package var authority: String { String(text.dropFirst(isHTTPS ? 8 : 7)) }

    /// Whether this is http on a name that browsers take for this machine.
    package var isLoopbackHTTP: Bool { !isHTTPS && hostName.isLoopback }

    /// Takes the canonical form only; nil for anything else (`suggestion` may know the right form).
    package init?(_ text: String) {
        let isHTTPS = text.hasPrefix("https://")
        guard isHTTPS || text.hasPrefix("http://") else { return nil }
        let authority = text.dropFirst(isHTTPS ? 8 : 7)
        guard let (host, port) = Self.split(authority) else { return nil }
        let standard = isHTTPS ? 443 : 80
        guard let hostName = HostName(host), port != standard else { return nil }
        self.text = text
        self.isHTTPS = isHTTPS
        self.hostName = hostName
        self.port = port ?? standard
    }

    /// Host and port of an authority; nil if the port is not one in canonical decimal.
    static func split(_ authority: Substring) -> (host: String, port: Int?)? {
        guard let colon = authority.lastIndex(of: ":"), authority.last != "]" else { return (String(authority), nil) }
        let digits = authority[authority.index(after: colon)...]
        guard let port = UInt16(digits), port > 0, "\(port)" == digits else { return nil }
        return (String(authority[..<colon]), Int(port))
    }

    /// The origin that somebody who wrote `text` may have meant; nil if that cannot be told.
    static func suggestion(for text: String) -> String? {
        var rest = Substring(ASCII.lowercased(text))
        var scheme = "https://"
        for prefix in ["https://", "http://"] where rest.hasPrefix(prefix) {
            scheme = prefix
            rest = rest.dropFirst(prefix.count)
        }
        rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        while rest.last == "." { rest = rest.dropLast() }
        for port in [scheme == "https://" ? ":443" : ":80"] where rest.hasSuffix(port) {
            rest = rest.dropLast(port.count)
        }
        guard let origin = Origin(scheme + rest) else { return nil }
        let isSecure = origin.isHTTPS || origin.isLoopbackHTTP
        return isSecure ? origin.text : "https://" + origin.host
    }
}

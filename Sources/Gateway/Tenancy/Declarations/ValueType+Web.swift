import Text

extension ValueType where Value == Origin {
    /// A web origin: https, or http on a loopback name.
    static let origin = ValueType(words: "an origin such as https://id.example.com") { field in
        guard let text = field.text("an origin such as https://id.example.com") else { return nil }
        let suggestion = Origin.suggestion(for: text).map { "; write \"\($0)\"" }
        guard let origin = Origin(text) else {
            field.fault(
                "\(text.quoted) is not an origin" + (suggestion ?? "; write it like \"https://id.example.com\""))
            return nil
        }
        guard origin.isHTTPS || origin.isLoopbackHTTP else {
            field.fault("\(text.quoted) is http, which only loopback names may be" + (suggestion ?? ""))
            return nil
        }
        return origin
    }
}

extension ValueType where Value == String {
    /// A host, with a port if it is not the default one.
    static let host = ValueType(words: "a host such as example.com") { field in
        guard let text = field.text("a host such as example.com") else { return nil }
        guard let (host, _) = Origin.split(Substring(text)), HostName(host) != nil else {
            let suggestion = Origin.suggestion(for: text).flatMap { Origin($0) }?.authority
            field.fault("\(text.quoted) is not a host" + (suggestion.map { "; write \"\($0)\"" } ?? ""))
            return nil
        }
        return text
    }

    /// An absolute URL.
    static let link = ValueType(words: "an absolute URL such as https://example.com/icon.png") { field in
        let words = "an absolute URL such as https://example.com/icon.png"
        guard let text = field.text(words) else { return nil }
        let authority = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
        guard text.utf8.count <= 2_048, text.utf8.allSatisfy(ASCII.isGraphic),
            let origin = Origin(authority.joined(separator: "/")), origin.isHTTPS || origin.isLoopbackHTTP
        else {
            field.fault("\(text.quoted) is not \(words)")
            return nil
        }
        return text
    }
}

extension ValueType where Value == HostName {
    /// An RP ID: a domain that is no public suffix.
    static let rpID = ValueType(words: "a domain such as example.com") { field in
        guard let text = field.text("a domain such as example.com") else { return nil }
        guard let host = HostName(text) else {
            let suggestion = Origin.suggestion(for: text).flatMap { Origin($0) }?.host
            field.fault("\(text.quoted) is not a domain" + (suggestion.map { "; write \"\($0)\"" } ?? ""))
            return nil
        }
        return host.checkedRPID(at: field.place, field.reading)
    }
}

extension HostName {
    /// The host if it may be an RP ID (WebAuthn Level 3 §5.1.3: a valid domain; addresses are none).
    func checkedRPID(at place: Place, _ reading: Reading) -> HostName? {
        if isAddress {
            reading.fault(place, "\(text.quoted) is an address; an RP ID is a domain, for trying out \"localhost\"")
            return nil
        }
        if PublicSuffix.isPublicSuffix(text) {
            reading.fault(
                place, "\(text.quoted) is a public suffix, below which others register; write your own domain under it")
            return nil
        }
        return self
    }
}

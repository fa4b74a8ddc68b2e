import HTTP
import Tenancy
import Text

/// A page with its placeholders found once, at start.
struct PageTemplate: Sendable {
    enum Piece: Sendable {
        case literal(String)
        /// What follows, up to `end`, is for demo tenants only.
        case ifDemo
        case end
        case text(key: String)
        case strings
        case language
        case tenantName
        case tenantLogo
        case issuer
    }

    private let pieces: [Piece]

    init(
        _ name: String, _ bytes: [UInt8], assets: [String: String], texts: [String: Texts]
    ) throws(WebFiles.Fault) {
        guard let source = String(validating: bytes, as: UTF8.self) else {
            throw WebFiles.Fault(description: "web/pages/\(name).html is not UTF-8")
        }
        var pieces: [Piece] = []
        try Placeholders.split(source, file: "web/pages/\(name).html") { literal in
            pieces.append(.literal(literal))
        } placeholder: { word throws(WebFiles.Fault) in
            pieces.append(try Self.piece(word, "web/pages/\(name).html", assets, texts))
        }
        self.pieces = pieces
    }

    private static func piece(
        _ word: String, _ file: String, _ assets: [String: String], _ texts: [String: Texts]
    ) throws(WebFiles.Fault) -> Piece {
        switch word {
        case "strings": return .strings
        case "lang": return .language
        case "tenant.name": return .tenantName
        case "tenant.logo": return .tenantLogo
        case "issuer": return .issuer
        case "if:demo": return .ifDemo
        case "end": return .end
        default: break
        }
        if word.hasPrefix("asset:") {
            guard let path = assets[String(word.dropFirst("asset:".count))] else {
                throw WebFiles.Fault(description: "\(file): no asset for {{\(word)}}")
            }
            return .literal(path)
        }
        let key = String(word.dropFirst("t:".count))
        guard word.hasPrefix("t:"), texts.values.allSatisfy({ $0.values[key] != nil }) else {
            throw WebFiles.Fault(description: "\(file): nothing is known for {{\(word)}}")
        }
        return .text(key: key)
    }

    /// The page for one tenant in one language.
    func render(_ tenant: Tenant, logo: String, _ texts: Texts) -> [UInt8] {
        var page = ""
        var isShown = true
        for piece in pieces {
            switch piece {
            case .ifDemo: isShown = tenant.demo
            case .end: isShown = true
            case _ where !isShown: break
            case .literal(let text): page += text
            case .text(let key): page += HTML.escape(texts.values[key] ?? "")
            case .strings: page += texts.scriptJSON
            case .language: page += HTML.escape(texts.language)
            case .tenantName: page += HTML.escape(tenant.name)
            case .tenantLogo: page += HTML.escape(logo)
            case .issuer: page += HTML.escape(tenant.issuer.text)
            }
        }
        return Array(page.utf8)
    }
}

/// Finds `{{word}}` in a text.
enum Placeholders {
    static func split(
        _ source: String, file: String, literal: (String) -> Void,
        placeholder: (String) throws(WebFiles.Fault) -> Void
    ) throws(WebFiles.Fault) {
        var rest = Substring(source)
        while let open = rest.firstRange(of: "{{") {
            literal(String(rest[..<open.lowerBound]))
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "}}") else {
                throw WebFiles.Fault(description: "\(file): {{ without }}")
            }
            try placeholder(String(rest[..<close.lowerBound]))
            rest = rest[close.upperBound...]
        }
        literal(String(rest))
    }
}

/// Escaping for HTML text and attribute values.
enum HTML {
    static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

/// Escaping for JSON inside a `<script type="application/json">`, where `</script` must not appear.
enum ScriptJSON {
    static func escape(_ json: String) -> String {
        var escaped = ""
        for scalar in json.unicodeScalars {
            switch scalar {
            case "<": escaped += "\\u003c"
            case ">": escaped += "\\u003e"
            case "&": escaped += "\\u0026"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

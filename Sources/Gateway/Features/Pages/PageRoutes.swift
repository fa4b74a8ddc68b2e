import HTTP
import Tenancy
import Text

/// `/`, `/error`, `/demo`, assets and the browser SDK, from memory.
enum PageRoutes {
    static let rows: [Route] = [
        Route("GET", "/", hosts: .every, handler: page("index")),
        Route("GET", "/error", handler: page("error")),
        Route("GET", "/demo", onlyOnDemoTenants: true, handler: page("demo")),
        // Hashed files and the SDK hold nothing of a tenant: other hosts' `/` needs its style, and any of the
        // tenant's origins may import the SDK.
        Route("GET", "/assets/{file}", hosts: .every, handler: .inline(asset)),
        Route("GET", "/sdk/{file}", crossOrigin: .anyone, handler: .inline(asset)),
    ]

    private static func page(_ name: String) -> RouteHandler {
        .inline { context throws(Problem) in
            guard let template = context.services.web.pages[name],
                let texts = Language.choose(context.request, context.services.web.texts)
            else { throw Problem(.pathUnknown, "This page is not installed.") }
            let logo = context.tenant.logo ?? builtInLogo(context)
            return HTTPResponse(
                status: 200, headers: headers(texts.language),
                body: .bytes(template.render(context.tenant, logo: logo, texts)))
        }
    }

    /// og:image must be absolute.
    private static func builtInLogo(_ context: RequestContext) -> String {
        context.tenant.issuer.text + (context.services.web.assetPaths["icon.png"] ?? "/")
    }

    private static func headers(_ language: String) -> HTTPHeaders {
        HTTPHeaders([
            ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-cache"),
            ("Content-Language", language), ("Vary", "Accept-Language"),
            ("Content-Security-Policy", contentSecurityPolicy), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", "publickey-credentials-get=(self), publickey-credentials-create=(self)"),
        ])
    }

    private static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    private static func asset(_ context: RequestContext) throws(Problem) -> HTTPResponse {
        guard let document = context.services.web.assets[context.request.path] else {
            throw Problem(.pathUnknown, "No such file.")
        }
        return document.answer(context.request)
    }
}

/// The language of a page: `ui_locales`, then `Accept-Language`, then English.
enum Language {
    static func choose(_ request: HTTPRequest, _ texts: [String: Texts]) -> Texts? {
        let asked = request.query.flatMap { HTTPForm(query: $0) }?["ui_locales"] ?? ""
        let wishes = asked.split(separator: " ").map(String.init) + accepted(request)
        for wish in wishes.prefix(32) {
            if let match = match(wish, texts) { return match }
        }
        return texts["en"]
    }

    private static func match(_ tag: String, _ texts: [String: Texts]) -> Texts? {
        let tag = tag.lowercased()
        if let exact = texts.first(where: { $0.key.lowercased() == tag }) { return exact.value }
        let primary = tag.prefix { $0 != "-" }
        // Traditional Chinese is not Simplified: better English than the wrong script.
        if primary == "zh" && (tag.hasPrefix("zh-hant") || tag == "zh-tw" || tag == "zh-hk" || tag == "zh-mo") {
            return nil
        }
        return texts.first { $0.key.lowercased().prefix { $0 != "-" } == primary }?.value
    }

    /// RFC 9110 §12.5.4, by descending weight; equal weights keep their order.
    private static func accepted(_ request: HTTPRequest) -> [String] {
        let field = request.headers["Accept-Language"] ?? ""
        var weighted: [(tag: String, weight: Double)] = []
        for part in field.split(separator: ",").prefix(32) {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = pieces.first, !tag.isEmpty else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > 0 { weighted.append((tag, weight)) }
        }
        return weighted.enumerated().sorted {
            $0.element.weight != $1.element.weight
                ? $0.element.weight > $1.element.weight : $0.offset < $1.offset
        }.map(\.element.tag)
    }
}

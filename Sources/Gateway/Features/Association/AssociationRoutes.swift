import AssociationFiles
import Crypto
import HTTP
import JSON
import Tenancy
import Text

/// `/.well-known/*`: association files and discovery basics (API §1), from the same values the verifier uses.
enum AssociationRoutes {
    static let rows: [Route] = [
        row("/.well-known/apple-app-site-association") { $0.onAir.documents.appleAppSiteAssociation },
        row("/.well-known/assetlinks.json") { $0.onAir.documents.assetLinks },
        row("/.well-known/webauthn") { context in
            context.isRelyingPartyHost ? context.onAir.documents.relatedOrigins : nil
        },
        row("/.well-known/passkey-endpoints") { $0.onAir.documents.passkeyEndpoints },
        row("/.well-known/apple-developer-domain-association.txt") { $0.onAir.documents.domainAssociation },
    ]

    private static func row(
        _ path: String, _ document: @escaping @Sendable (RequestContext) -> PreparedDocument?
    ) -> Route {
        Route(
            "GET", path, hosts: .every, crossOrigin: .anyone,
            handler: .inline { context throws(Problem) in
                guard let document = document(context) else {
                    throw Problem(.pathUnknown, "This tenant's file has nothing for this path.")
                }
                return document.answer(context.request)
            })
    }
}

extension RequestContext {
    /// Whether the request's host is the RP ID itself, where clients look for related origins.
    var isRelyingPartyHost: Bool {
        guard let host = services.trust.host(of: request) else { return false }
        let name = host.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).first.map { String(Substring($0)) } ?? ""
        return name.lowercased().isByteEqual(to: tenant.relyingParty.id)
    }
}

import AssociationFiles
import Crypto
import Tenancy
import Text

/// A tenant's association documents, made ready for the wire when the tenant is loaded. Nil where it has none.
struct TenantDocuments: Sendable {
    let appleAppSiteAssociation: PreparedDocument?
    let assetLinks: PreparedDocument?
    let relatedOrigins: PreparedDocument?
    let passkeyEndpoints: PreparedDocument?
    let domainAssociation: PreparedDocument?

    init(_ tenant: Tenant) {
        let json = "application/json"
        appleAppSiteAssociation = Self.prepare(AppleAppSiteAssociation.document(tenant.apps.apple), json)
        assetLinks = Self.prepare(AssetLinks.document(tenant.apps.android), json)
        relatedOrigins = Self.prepare(RelatedOrigins.document(tenant.relyingParty.relatedOrigins), json)
        passkeyEndpoints = Self.prepare(PasskeyEndpoints.document(), json)
        domainAssociation = Self.prepare(tenant.domainAssociation, "text/plain; charset=utf-8")
    }

    private static func prepare(_ bytes: [UInt8]?, _ contentType: String) -> PreparedDocument? {
        guard let bytes else { return nil }
        return PreparedDocument(
            bytes, contentType: contentType, etag: Base64URL.encode(Array(Digest.sha256(bytes).prefix(16))))
    }
}

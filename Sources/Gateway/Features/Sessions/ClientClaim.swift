import AssociationFiles
import Tenancy
import Text

/// Which client a caller says it is, and whether the verified origin proves it.
enum ClientClaim {
    /// - Throws: `client_not_allowed` if the client lists origins or apps and this origin is not among them.
    static func resolve(
        _ clientID: String, verifiedOrigin: String, _ tenant: Tenant
    ) throws(Problem) -> SessionIssue.Client {
        guard !clientID.isEmpty else { return .init(id: nil, isProven: false, origin: verifiedOrigin) }
        guard let client = tenant.clients.first(where: { $0.id.isByteEqual(to: clientID) }) else {
            throw Problem(.clientNotAllowed, "client_id is not one of the tenant's clients.")
        }
        let proofs = client.provenOrigins(tenant)
        if proofs.contains(where: { $0.isByteEqual(to: verifiedOrigin) }) {
            return .init(id: client.id, isProven: true, origin: verifiedOrigin)
        }
        // A client that says where it runs is believed only there; one that says nothing is recorded, not believed.
        guard proofs.isEmpty else {
            throw Problem(
                .clientNotAllowed, "The origin that was verified is not listed under this client.",
                cause: "client \(clientID), origin \(verifiedOrigin)")
        }
        return .init(id: client.id, isProven: false, origin: verifiedOrigin)
    }
}

extension Client {
    /// The origins that prove this client: its web origins, and those its apps report.
    ///
    /// An Apple app reports `https://<rp id>` like the web page there, so an Apple app proves nothing by itself:
    /// only Android's origins, which carry the signing certificate, do.
    func provenOrigins(_ tenant: Tenant) -> [String] {
        origins + tenant.apps.android.filter { apps.contains($0.package) }.flatMap(\.origins)
    }
}

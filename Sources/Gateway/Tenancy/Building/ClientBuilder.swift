import AssociationFiles
import Text

/// Puts a client together, and says what could never prove it.
enum ClientBuilder {
    static func build(_ fields: ClientFields, party: RelyingParty, apps: Apps, _ reading: Reading) -> Client {
        for origin in fields.origins where !party.webOrigins.contains(origin.value.text) {
            reading.fault(
                origin.place,
                "\"\(origin.value.text)\" is not one of the relying party's origins; write it there, too")
        }
        let known = apps.apple.map(\.id) + apps.android.map(\.package)
        for app in fields.apps where !known.contains(where: { $0.isByteEqual(to: app.value) }) {
            reading.fault(
                app.place,
                "\(app.value.quoted) is not one of the tenant's apps" + Spelling.hint(for: app.value, among: known))
        }
        return Client(
            id: fields.id.value, name: fields.name ?? fields.id.value, isConfidential: fields.kind == .confidential,
            secretHash: fields.secretHash, introspect: fields.introspect, origins: fields.origins.map(\.value.text),
            apps: fields.apps.map(\.value))
    }
}

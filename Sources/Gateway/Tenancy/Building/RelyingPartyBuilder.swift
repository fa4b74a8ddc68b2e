import AssociationFiles
import Text

/// Puts the relying party together: what is implied, and what must fit together.
struct RelyingPartyBuilder {
    let fields: RelyingPartyFields
    let issuer: Placed<Origin>
    let tenantName: String

    /// Nil if there is no RP ID; other faults are said.
    func build(apps: Placed<Apps>, hosts: [String], _ reading: Reading) -> RelyingParty? {
        guard let id = rpID(reading) else { return nil }
        checkOrigins(id, reading)
        checkRelatedOrigins(id, reading)
        checkServing(id, apps.value, hosts, reading)
        let own = unique(implied(id) + fields.origins.map(\.value.text))
        let related = fields.relatedOrigins.map(\.value.text)
        let web = unique(own + related)
        return RelyingParty(
            id: id.text, name: fields.name ?? tenantName,
            registrationOrigins: fields.relatedRegistration ? web : own, webOrigins: web,
            appOrigins: unique(["https://" + id.text] + apps.value.android.flatMap(\.origins)),
            relatedOrigins: related, userVerification: fields.userVerification, residentKey: fields.residentKey,
            algorithms: fields.algorithms, timeout: fields.timeout, requireUserHandle: fields.requireUserHandle,
            counter: fields.counter, attestation: fields.attestation)
    }

    private func rpID(_ reading: Reading) -> HostName? {
        if fields.hasID { return fields.id?.value }
        return issuer.value.hostName.checkedRPID(
            at: Place(path: "relying_party.id", position: issuer.place.position), reading)
    }

    private func implied(_ id: HostName) -> [String] {
        ["https://" + id.text] + (issuer.value.hostName.isWithin(id) ? [issuer.value.text] : [])
    }

    /// An RP ID is the origin's host or a registrable parent of it (WebAuthn Level 3 §5.1.3 step 8).
    private func checkOrigins(_ id: HostName, _ reading: Reading) {
        for origin in fields.origins where !origin.value.hostName.isWithin(id) {
            reading.fault(
                origin.place,
                "\"\(origin.value.text)\" is not under the RP ID \"\(id.text)\"; write it in related_origins")
        }
        let isRelated = fields.relatedOrigins.contains { $0.value == issuer.value }
        if !issuer.value.hostName.isWithin(id) && !isRelated {
            reading.fault(
                fields.id?.place ?? fields.place,
                "the issuer \"\(issuer.value.text)\" is not under the RP ID \"\(id.text)\"; "
                    + "write it in related_origins, too")
        }
    }

    private func checkRelatedOrigins(_ id: HostName, _ reading: Reading) {
        for origin in fields.relatedOrigins where origin.value.hostName.isWithin(id) {
            reading.warn(
                origin.place,
                "\"\(origin.value.text)\" is under the RP ID; in origins it may register, too")
        }
        let labels = Set(fields.relatedOrigins.map { Self.label($0.value.hostName) })
        if labels.count > RelatedOrigins.maxLabels, let first = fields.relatedOrigins.first {
            reading.warn(
                Place(path: fields.place.path + ".related_origins", position: first.place.position),
                "has \(labels.count) different names; clients may stop after \(RelatedOrigins.maxLabels)")
        }
    }

    /// Systems look for the association files on the RP ID's host and nowhere else.
    private func checkServing(_ id: HostName, _ apps: Apps, _ hosts: [String], _ reading: Reading) {
        let names = hosts.compactMap { Origin.split(Substring($0))?.host }
        let isNeeded = !apps.apple.isEmpty || !apps.android.isEmpty || !fields.relatedOrigins.isEmpty
        if isNeeded && !names.contains(id.text) {
            reading.warn(
                fields.id?.place ?? fields.place,
                "the association files are looked for on \"\(id.text)\", which is not among the tenant's hosts; "
                    + "write it in hosts, or serve the files there yourself")
        }
    }

    /// The label that clients count: the one before the public suffix.
    private static func label(_ host: HostName) -> Substring {
        let registrable = PublicSuffix.registrableDomain(host.text)
        let labels = (registrable ?? host.text).split(separator: ".")
        return (registrable == nil ? labels.dropLast().last : labels.first) ?? Substring(host.text)
    }

    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}

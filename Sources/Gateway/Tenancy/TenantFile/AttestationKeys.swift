import Crypto
import Text
import WebAuthn

/// The keys of `relying_party.attestation`.
enum AttestationKeys {
    static let conveyance = Key(
        "conveyance", ValueType<AttestationConveyance>.choice(), .value(.none, "none"),
        "What clients are asked for; `enterprise` for managed devices.")
    static let require = Key(
        "require", .flag, .value(false, "false"), "Refuse what cannot be verified to a trusted root.")
    static let formats = Key(
        "formats",
        .list(of: ValueType<AttestationFormat>.choice(), identity: \.rawValue, whyNotEmpty: "nobody could register"),
        .derived("all but android-safetynet"), "The statement formats that are accepted.")
    static let roots = Key(
        "roots", .list(of: .file(atMost: 1 << 20), identity: \.path, atMost: 100), .value([], "[]"),
        "PEM files of CAs that are trusted beside Apple's and Google's, such as the organisation's own.")
    static let models = Key("aaguids", AuthenticatorModelKeys.type, .emptySection, "Authenticator models by AAGUID.")
    static let metadata = Key(
        "metadata", .file(atMost: MetadataBlob.maximumBytes), .none,
        "A FIDO MDS3 file, whose roots are trusted and whose withdrawn models are refused.")

    static let all = SectionKeys(declarations: [
        conveyance.declaration, require.declaration, formats.declaration, roots.declaration, models.declaration,
        metadata.declaration,
    ])

    static let type = ValueType<AttestationPolicy>.section(all, policy)

    @Sendable
    private static func policy(_ section: Section) -> AttestationPolicy? {
        let conveyance = section(conveyance)
        let require = section(require)
        let roots = section(roots).map { $0.value.flatMap { certificates($0, section.reading) } }
        let models = section(models)
        guard let conveyance, let require, let roots, let models else { return nil }
        var policy = AttestationPolicy()
        policy.conveyance = conveyance.value
        policy.require = require.value
        if let formats = section(formats) { policy.formats = Set(formats.value.map(\.value)) }
        policy.roots = roots
        policy.allowedModels = Set(models.value.allowed)
        policy.metadata = section(metadata).flatMap { metadata($0, section.reading) }
        policy.deniedModels = Set(models.value.denied)
        // The models that are asked for must prove themselves, and clients prove nothing unless they are asked.
        if conveyance.value == .none && (require.value || !models.value.allowed.isEmpty) {
            let key = require.value ? "require: true" : "aaguids.allow"
            section.reading.fault(
                conveyance.place,
                "is none, so that nobody could register with \(key); write direct, or enterprise for managed devices")
        }
        return policy
    }

    private static func metadata(_ file: Placed<FileContent>, _ reading: Reading) -> MetadataBlob? {
        do throws(MetadataError) {
            let blob = try MetadataBlob.verify(
                file.value.bytes, anchors: reading.resources.metadataRoots, at: reading.resources.now)
            if blob.isOverdue(at: reading.resources.now) {
                reading.warn(file.place, "a newer metadata file has been due for some time; fetch it")
            }
            return blob
        } catch {
            reading.fault(file.place, "the file \(file.value.path.quoted) is not used: \(error.message)")
            return nil
        }
    }

    private static func certificates(_ file: Placed<FileContent>, _ reading: Reading) -> [Certificate] {
        do throws(CryptoError) {
            let certificates = try Certificate.pem(file.value.bytes)
            if certificates.contains(where: { $0.notAfter < reading.resources.now }) {
                reading.warn(file.place, "a certificate in \(file.value.path.quoted) has expired")
            }
            return certificates
        } catch {
            reading.fault(file.place, "the file \(file.value.path.quoted) is no PEM file of certificates")
            return []
        }
    }
}

/// The keys of `relying_party.attestation.aaguids`.
enum AuthenticatorModelKeys {
    static let allow = Key(
        "allow", .list(of: .aaguid, identity: \.text), .value([], "[]"),
        "If not empty, only these models are accepted, with an attestation that is trusted.")
    static let deny = Key(
        "deny", .list(of: .aaguid, identity: \.text), .value([], "[]"), "These models are refused.")

    static let all = SectionKeys(declarations: [allow.declaration, deny.declaration])

    static let type = ValueType<AuthenticatorModels>.section(all) { section in
        let denied = section(deny)?.value ?? []
        let allowed = section(allow)?.value ?? []
        for model in allowed where denied.contains(where: { $0.value == model.value }) {
            section.reading.fault(model.place, "\(model.value.text) is denied, too; take it out of one list")
        }
        return AuthenticatorModels(allowed: allowed.map(\.value), denied: denied.map(\.value))
    }
}

/// Models that are accepted or refused.
struct AuthenticatorModels: Sendable {
    let allowed: [AAGUID]
    let denied: [AAGUID]
}

extension ValueType where Value == AAGUID {
    static let aaguid = ValueType.text("an AAGUID such as dd4ec289-e01d-41c9-bb89-70fa845d4bf2") { AAGUID(text: $0) }
}

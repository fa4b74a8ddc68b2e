import WebAuthn

/// The keys of `relying_party`.
enum RelyingPartyKeys {
    static let id = Key(
        "id", .rpID, .derived("the issuer's host"),
        "The RP ID: the domain that passkeys belong to; a change orphans every one of them.")
    static let name = Key("name", .display, .derived("the tenant's name"), "Shown by authenticators.")
    static let origins = Key(
        "origins", .list(of: .origin, identity: \.text, atMost: 100), .value([], "[]"),
        "Web origins that may run ceremonies; `https://<id>`, and the issuer's origin under it, are implied.")
    static let relatedOrigins = Key(
        "related_origins", .list(of: .origin, identity: \.text, atMost: 100), .value([], "[]"),
        "Origins on other domains, published at `/.well-known/webauthn`; they may sign in.")
    static let relatedRegistration = Key(
        "related_registration", .flag, .value(false, "false"), "Related origins may also register.")
    static let userVerification = Key(
        "user_verification", ValueType<UserVerification>.choice(), .value(.preferred, "preferred"),
        "Whether biometrics or PIN are asked for; `required` locks out devices without.")
    static let residentKey = Key(
        "resident_key", ValueType<ResidentKey>.choice(), .value(.required, "required"),
        "Whether passkeys must be discoverable, which sign-in without a name needs.")
    static let algorithms = Key(
        "algorithms",
        .list(of: .algorithm, identity: \.name, whyNotEmpty: "without an algorithm nobody can register"),
        .value(usualAlgorithms, "[ES256, EdDSA, RS256]"),
        "Signature algorithms, in order of preference.")
    static let timeout = Key(
        "timeout", .duration(1...3_600), .value(300, "5m"),
        "The life of a ceremony; a sign-in without a name lives 15 minutes.")
    static let requireUserHandle = Key(
        "require_user_handle", .flag, .value(false, "false"), "Refuse sign-ins whose response has no user handle.")
    static let counter = Key(
        "counter", ValueType<CounterPolicy>.choice(), .value(.auto, "auto"),
        "What a counter that does not grow means; `auto` refuses it for device-bound passkeys only.")
    static let attestation = Key(
        "attestation", AttestationKeys.type, .emptySection, "What authenticators must prove about themselves.")

    static let all = SectionKeys(declarations: [
        id.declaration, name.declaration, origins.declaration, relatedOrigins.declaration,
        relatedRegistration.declaration, userVerification.declaration, residentKey.declaration,
        algorithms.declaration, timeout.declaration, requireUserHandle.declaration, counter.declaration,
        attestation.declaration,
    ])

    static let type = ValueType<RelyingPartyFields>.section(all, RelyingPartyFields.init)

    private static let usualAlgorithms = [COSEAlgorithm.es256, .edDSA, .rs256].map { algorithm in
        Placed(value: algorithm, place: .nowhere)
    }
}

/// `relying_party` as it was written; what is left out is nil only where other keys decide.
struct RelyingPartyFields: Sendable {
    let place: Place
    let id: Placed<HostName>?
    /// Whether an RP ID was written, be it a wrong one.
    let hasID: Bool
    let name: String?
    let origins: [Placed<Origin>]
    let relatedOrigins: [Placed<Origin>]
    let relatedRegistration: Bool
    let userVerification: UserVerification
    let residentKey: ResidentKey
    let algorithms: [COSEAlgorithm]
    let timeout: Int
    let requireUserHandle: Bool
    let counter: CounterPolicy
    let attestation: AttestationPolicy

    init?(_ section: Section) {
        typealias Keys = RelyingPartyKeys
        place = section.place
        id = section(Keys.id)
        hasID = section.position(of: Keys.id) != nil
        name = section(Keys.name)?.value
        origins = section(Keys.origins)?.value ?? []
        relatedOrigins = section(Keys.relatedOrigins)?.value ?? []
        let algorithms = section(Keys.algorithms)
        let isRelatedRegistration = section(Keys.relatedRegistration)
        let verification = section(Keys.userVerification)
        let residentKey = section(Keys.residentKey)
        let timeout = section(Keys.timeout)
        let requireUserHandle = section(Keys.requireUserHandle)
        let counter = section(Keys.counter)
        let attestation = section(Keys.attestation)
        guard let algorithms, let isRelatedRegistration, let verification, let residentKey, let timeout,
            let requireUserHandle, let counter, let attestation
        else { return nil }
        self.relatedRegistration = isRelatedRegistration.value
        self.userVerification = verification.value
        self.residentKey = residentKey.value
        self.algorithms = algorithms.value.map(\.value)
        self.timeout = timeout.value
        self.requireUserHandle = requireUserHandle.value
        self.counter = counter.value
        self.attestation = attestation.value
    }
}

extension ValueType where Value == COSEAlgorithm {
    /// An algorithm by its registered name.
    static let algorithm = ValueType(
        words: "one of " + COSEAlgorithm.allCases.map(\.name).joined(separator: ", ")
    ) { field in
        let names = COSEAlgorithm.allCases.map(\.name)
        guard let text = field.text("the name of an algorithm such as ES256") else { return nil }
        if let algorithm = COSEAlgorithm(name: text) { return algorithm }
        let meant = names.first { ASCII.lowercased($0) == ASCII.lowercased(text) }.map { "; write \"\($0)\"" }
        field.fault(
            "\(text.quoted) is not " + (meant.map { "an algorithm" + $0 } ?? "one of " + names.joined(separator: ", ")))
        return nil
    }
}

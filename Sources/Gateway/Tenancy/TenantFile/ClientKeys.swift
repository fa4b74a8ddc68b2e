/// The keys of an item of `clients`.
enum ClientKeys {
    static let id = Key(
        "id", .text("a client id of 1 to 255 visible ASCII characters", checkedID), .required,
        "Unique in the tenant.")
    static let name = Key("name", .display, .derived("the id"), "Shown to people.")
    static let kind = Key(
        "kind", ValueType<ClientKind>.choice(), .required, "Whether it can keep a secret (services can, apps cannot).")
    static let secret = Key(
        "secret", ValueType<SecretHash>.secret, .none, "Where its secret is kept; never the secret itself.")
    static let secretHash = Key(
        "secret_hash", ValueType<SecretHash>.hash, .none, "The SHA-256 of its secret, instead of `secret`.")
    static let introspect = Key(
        "introspect", ValueType<IntrospectPolicy>.introspection, .value(.nothing, "false"),
        "Whether it may introspect and revoke session tokens of this tenant.")
    static let origins = Key(
        "origins", .list(of: .origin, identity: \.text, atMost: 100), .value([], "[]"),
        "Web origins that prove this client when a ceremony names it.")
    static let apps = Key(
        "apps", .list(of: .text("an app id") { $0 }, identity: { $0 }, atMost: 100), .value([], "[]"),
        "Apps of the tenant that are this client, by Apple app id or Android package.")

    static let all = SectionKeys(
        declarations: [
            id.declaration, name.declaration, kind.declaration, secret.declaration, secretHash.declaration,
            introspect.declaration, origins.declaration, apps.declaration,
        ],
        later: [
            "jwks", "jwks_uri", "redirect_uris", "post_logout_redirect_uris", "cors_origins", "grants", "scopes",
            "first_party", "exchange", "pkce", "rotate_refresh", "access_token", "id_token_alg", "profile", "dpop",
            "resources", "backchannel_logout_uri",
        ])

    static let type = ValueType<ClientFields>.section(all, ClientFields.init)

    private static func checkedID(_ text: String) -> String? {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy(ASCII.isGraphic) ? text : nil
    }
}

/// A client as it was written.
struct ClientFields: Sendable {
    let id: Placed<String>
    let name: String?
    let kind: ClientKind
    let secretHash: [UInt8]?
    let introspect: IntrospectPolicy
    let origins: [Placed<Origin>]
    let apps: [Placed<String>]

    init?(_ section: Section) {
        typealias Keys = ClientKeys
        let id = section(Keys.id)
        name = section(Keys.name)?.value
        let kind = section(Keys.kind)
        secretHash = (section(Keys.secret) ?? section(Keys.secretHash))?.value.bytes
        let introspect = section(Keys.introspect)
        origins = section(Keys.origins)?.value ?? []
        apps = section(Keys.apps)?.value ?? []
        guard let id, let kind, let introspect else { return nil }
        self.id = id
        self.kind = kind.value
        self.introspect = introspect.value
        checkSecrets(section)
        if kind.value == .publicClient, introspect.value != .nothing {
            section.reading.fault(introspect.place, "needs a client that can keep a secret; write kind: confidential")
        }
    }

    private func checkSecrets(_ section: Section) {
        let places = [section.position(of: ClientKeys.secret), section.position(of: ClientKeys.secretHash)]
            .compactMap { $0 }
        switch (kind, places.count) {
        case (.confidential, 0):
            section.reading.fault(
                section.place, "a confidential client needs secret: {env: NAME} or {file: PATH}, or secret_hash")
        case (.confidential, 2): section.reading.fault(places[1], "stands beside secret; write one of them")
        case (.publicClient, 1...):
            section.reading.fault(places[0], "means nothing for a public client; take it out, or kind: confidential")
        default: break
        }
    }
}

/// Whether a client can keep a secret (RFC 6749 §2.1).
enum ClientKind: String, Sendable, CaseIterable {
    case publicClient = "public"
    case confidential
}

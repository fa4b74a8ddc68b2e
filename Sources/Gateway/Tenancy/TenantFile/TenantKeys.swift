/// The keys at the top of a tenant file.
enum TenantKeys {
    static let name = Key("name", .display, .required, "Shown to people.")
    static let issuer = Key(
        "issuer", .origin, .required,
        "The tenant's own origin, without path: https, or http on loopback names.")
    static let hosts = Key(
        "hosts", .list(of: .host, identity: { $0 }, atMost: 100), .value([], "[]"),
        "Further hosts of the tenant; they answer the association files and `/`, nothing else.")
    static let logo = Key("logo", .link, .derived("a built-in one"), "The pages' `og:image`, an absolute URL.")
    static let demo = Key(
        "demo", .flag, .value(false, "false"), "Adds `/demo` and its calls; never on a tenant with real people.")
    static let relyingParty = Key(
        "relying_party", RelyingPartyKeys.type, .emptySection, "Whose passkeys these are, and what is asked of them.")
    static let apps = Key("apps", AppKeys.type, .emptySection, "The apps that belong to the tenant.")
    static let domainAssociation = Key(
        "domain_association", .file(atMost: 65_536, isPublished: true), .none,
        "Apple's developer domain association, published as it is.")
    static let signUp = Key(
        "sign_up", ValueType<SignUpPolicy>.choice(later: ["invite"]), .value(.open, "open"),
        "Who may create an account, whichever way.")
    static let signIn = Key("sign_in", SignInKeys.type, .emptySection, "How people sign in.")
    static let sessions = Key("sessions", SessionKeys.type, .emptySection, "How long sessions live.")
    static let clients = Key(
        "clients", .list(of: ClientKeys.type, identity: { $0.id.value }), .value([], "[]"),
        "Services and apps that talk to the gateway in their own name.")

    static let all = SectionKeys(
        declarations: [
            name.declaration, issuer.declaration, hosts.declaration, logo.declaration, demo.declaration,
            relyingParty.declaration, apps.declaration, domainAssociation.declaration, signUp.declaration,
            signIn.declaration, sessions.declaration, clients.declaration,
        ],
        later: ["invitations", "tokens", "client_metadata_documents", "events", "mail", "theme"])
}

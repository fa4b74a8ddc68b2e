import Testing

@testable import Tenancy

/// Each row adds lines to a valid file of four and names every fault, with its place.
@Suite("Faults")
struct FaultTests {
    private static let rows: [(lines: String, faults: [String])] = [
        ("  orgins: []", ["5:3: relying_party.orgins: unknown key; did you mean \"origins\"?"]),
        (
            "  user-verification: x",
            ["5:3: relying_party.user-verification: unknown key; did you mean \"user_verification\"?"]
        ),
        (
            "zzz: 1",
            [
                "5:1: zzz: unknown key; known here are name, issuer, hosts, logo, demo, relying_party, apps, domain_association, sign_up, sign_in, sessions, clients"
            ]
        ),
        ("tokens: {}", ["5:1: tokens: not yet: this version does not have this key; take it out"]),
        ("token: {}", ["5:1: token: unknown key; did you mean \"tokens\"?"]),
        (
            "sign_in: {password: {enabled: true}}",
            ["5:11: sign_in.password: not yet: this version does not have this key; take it out"]
        ),
        (
            "sign_up: invite",
            ["5:10: sign_up: not yet: this version does not have \"invite\"; write one of open, closed"]
        ),
        ("sign_up: opne", ["5:10: sign_up: \"opne\" is not one of open, closed; did you mean \"open\"?"]),
        (
            "clients: [{id: a, kind: public, grants: []}]",
            ["5:33: clients[0].grants: not yet: this version does not have this key; take it out"]
        ),
        ("demo: yes", ["5:7: demo: must be true or false"]),
        ("demo: \"true\"", ["5:7: demo: must be true or false"]),
        ("demo:", ["5:1: demo: has no value; it must be true or false"]),
        ("logo: /icon.png", ["5:7: logo: \"/icon.png\" is not an absolute URL such as https://example.com/icon.png"]),
        ("hosts: acme.example", ["5:8: hosts: must be a list, in [ ] or with a line \"- \" for each"]),
        (
            "hosts: [\"https://Acme.example/\"]",
            ["5:9: hosts[0]: \"https://Acme.example/\" is not a host; write \"acme.example\""]
        ),
        ("hosts: [acme.example.]", ["5:9: hosts[0]: \"acme.example.\" is not a host; write \"acme.example\""]),
        ("hosts: [a.example, b.example, a.example]", ["5:31: hosts[2]: \"a.example\" stands twice, first at hosts[0]"]),
        ("hosts: [{a: 1}]", ["5:9: hosts[0]: must be a host such as example.com"]),
        ("apps: [1]", ["5:7: apps: must be a section: keys with values"]),
        (
            "  origins: [acme.example]",
            ["5:13: relying_party.origins[0]: \"acme.example\" is not an origin; write \"https://acme.example\""]
        ),
        (
            "  origins: [\"https://acme.example/\"]",
            [
                "5:13: relying_party.origins[0]: \"https://acme.example/\" is not an origin; write \"https://acme.example\""
            ]
        ),
        (
            "  origins: [\"https://acme.example:443\"]",
            [
                "5:13: relying_party.origins[0]: \"https://acme.example:443\" is not an origin; write \"https://acme.example\""
            ]
        ),
        (
            "  origins: [http://acme.example]",
            [
                "5:13: relying_party.origins[0]: \"http://acme.example\" is http, which only loopback names may be; write \"https://acme.example\""
            ]
        ),
        (
            "  origins: [https://bücher.example]",
            [
                "5:13: relying_party.origins[0]: \"https://bücher.example\" is not an origin; write it like \"https://id.example.com\""
            ]
        ),
        (
            "  origins: [https://acme.co.uk]",
            [
                "5:13: relying_party.origins[0]: \"https://acme.co.uk\" is not under the RP ID \"acme.example\"; write it in related_origins"
            ]
        ),
        (
            "  origins: [https://evilacme.example]",
            [
                "5:13: relying_party.origins[0]: \"https://evilacme.example\" is not under the RP ID \"acme.example\"; write it in related_origins"
            ]
        ),
        (
            "  timeout: 300",
            [
                "5:12: relying_party.timeout: \"300\" is not a duration such as 90s, 15m, 12h or 30d; a number needs its unit, such as 300s"
            ]
        ),
        ("  timeout: 1h30m", ["5:12: relying_party.timeout: \"1h30m\" is not a duration such as 90s, 15m, 12h or 30d"]),
        ("  timeout: 2h", ["5:12: relying_party.timeout: 2h is out of range; write 1s to 1h"]),
        ("  algorithms: []", ["5:15: relying_party.algorithms: is empty; without an algorithm nobody can register"]),
        (
            "  algorithms: [es256]",
            ["5:16: relying_party.algorithms[0]: \"es256\" is not an algorithm; write \"ES256\""]
        ),
        ("  counter: never", ["5:12: relying_party.counter: \"never\" is not one of auto, reject, warn"]),
        (
            "  attestation: {require: true}",
            [
                "5:16: relying_party.attestation.conveyance: is none, so that nobody could register with require: true; write direct, or enterprise for managed devices"
            ]
        ),
        (
            "  attestation: {roots: [{file: x.pem}]}",
            ["5:32: relying_party.attestation.roots[0].file: the file \"x.pem\" does not exist"]
        ),
        (
            "  attestation: {aaguids: {allow: [x]}}",
            [
                "5:35: relying_party.attestation.aaguids.allow[0]: \"x\" is not an AAGUID such as dd4ec289-e01d-41c9-bb89-70fa845d4bf2"
            ]
        ),
        ("sessions: {idle: 2d, absolute: 1d}", ["5:18: sessions.idle: 2d is longer than sessions.absolute (1d)"]),
        (
            "sign_in: {limits: {per_address: 10}}",
            ["5:33: sign_in.limits.per_address: \"10\" is not a rate such as 10/15m"]
        ),
        (
            "sign_in: {limits: {per_account: 10/15m}}",
            [
                "5:20: warning: sign_in.limits.per_account: has no effect yet: it will count passwords, "
                    + "which are not built"
            ]
        ),
        (
            "sign_in: {limits: {per_address: 0/1m}}",
            ["5:33: sign_in.limits.per_address: 0/1m is out of range; write 1 to 1000000 in 1s to 30d"]
        ),
        (
            "domain_association: {file: /etc/passwd}",
            [
                "5:28: domain_association.file: must be a path in the tenant file's folder, because its content is published"
            ]
        ),
        ("domain_association: x.txt", ["5:21: domain_association: must be {file: PATH}"]),
        ("domain_association: {}", ["5:21: domain_association.file: is missing; it must be a path"]),
    ]

    @Test(arguments: rows) func `of keys and values`(lines: String, faults: [String]) {
        #expect(TenantText.faults(lines) == faults)
    }

    private static let clients: [(client: String, faults: [String])] = [
        (
            "{kind: public}",
            ["5:11: clients[0].id: is missing; it must be a client id of 1 to 255 visible ASCII characters"]
        ),
        ("{id: a}", ["5:11: clients[0].kind: is missing; it must be one of public, confidential"]),
        (
            "{id: a b, kind: public}",
            ["5:16: clients[0].id: \"a b\" is not a client id of 1 to 255 visible ASCII characters"]
        ),
        (
            "{id: a, kind: confidential}",
            ["5:11: clients[0]: a confidential client needs secret: {env: NAME} or {file: PATH}, or secret_hash"]
        ),
        (
            "{id: a, kind: public, introspect: true}",
            ["5:45: clients[0].introspect: needs a client that can keep a secret; write kind: confidential"]
        ),
        (
            "{id: a, kind: public, secret: {env: OK}}",
            ["5:33: clients[0].secret: means nothing for a public client; take it out, or kind: confidential"]
        ),
        (
            "{id: a, kind: confidential, secret: hunter2hunter2hunter2hunter2hunter2}",
            ["5:47: clients[0].secret: secrets are never written into the file; write {env: NAME} or {file: PATH}"]
        ),
        (
            "{id: a, kind: confidential, secret: {}}",
            ["5:47: clients[0].secret: must be either {env: NAME} or {file: PATH}"]
        ),
        (
            "{id: a, kind: confidential, secret: {env: OK, file: x}}",
            ["5:47: clients[0].secret: must be either {env: NAME} or {file: PATH}"]
        ),
        (
            "{id: a, kind: confidential, secret: {env: NO}}",
            [
                "5:53: clients[0].secret.env: the environment variable NO is not set; set it to at least 32 random characters, for instance: export NO=$(openssl rand -hex 32)"
            ]
        ),
        (
            "{id: a, kind: confidential, secret: {env: SHORT}}",
            ["5:53: clients[0].secret.env: the value of SHORT must be at least 32 characters on one line"]
        ),
        (
            "{id: a, kind: confidential, secret: {file: no}}",
            ["5:54: clients[0].secret.file: the file \"no\" does not exist"]
        ),
        (
            "{id: a, kind: confidential, secret: {file: open}}",
            ["5:54: warning: clients[0].secret.file: the file \"open\" can be read by every user; chmod o-r it"]
        ),
        (
            "{id: a, kind: confidential, secret: {env: OK}, secret_hash: \(String(repeating: "0", count: 64))}",
            ["5:58: clients[0].secret_hash: stands beside secret; write one of them"]
        ),
        (
            "{id: a, kind: confidential, secret_hash: abc}",
            ["5:52: clients[0].secret_hash: \"abc\" is not a SHA-256 in 64 hexadecimal digits"]
        ),
        (
            "{id: a, kind: public, origins: [https://x.example]}",
            [
                "5:43: clients[0].origins[0]: \"https://x.example\" is not one of the relying party's origins; write it there, too"
            ]
        ),
        (
            "{id: a, kind: public, apps: [com.acme]}",
            ["5:40: clients[0].apps[0]: \"com.acme\" is not one of the tenant's apps"]
        ),
        ("{id: a, kind: public}, {id: a, kind: public}", ["5:34: clients[1]: \"a\" stands twice, first at clients[0]"]),
        (
            "{id: a, kind: confidential, secret: {env: OK}, introspect: {session: true}}",
            ["5:71: clients[0].introspect.session: unknown key; did you mean \"sessions\"?"]
        ),
    ]

    @Test(arguments: clients) func `of clients`(client: String, faults: [String]) {
        let found = TenantText.faults(
            "clients: [\(client)]", variables: ["OK": TenantText.secret, "SHORT": String(repeating: "s", count: 31)],
            files: ["open": TenantText.file(TenantText.secret, readableByOthers: true)])
        #expect(found == faults)
    }

    private static let apps: [(apps: String, faults: [String])] = [
        (
            "apple: [{id: com-acme-shop}]",
            ["6:21: apps.apple[0].id: \"com-acme-shop\" is not an app id such as ABCDE12345.com.example.app"]
        ),
        (
            "apple: [{id: com.acme.shop}]",
            [
                "6:21: warning: apps.apple[0].id: \"com.acme.shop\" does not begin with a Team ID of ten upper-case letters and digits"
            ]
        ),
        (
            "apple: [{id: ABCDE12345.x, services: [applink]}]",
            [
                "6:46: apps.apple[0].services[0]: \"applink\" is not one of webcredentials, applinks, appclips; did you mean \"applinks\"?"
            ]
        ),
        (
            "apple: [{id: ABCDE12345.x, paths: [/x]}]",
            ["6:42: apps.apple[0].paths: means nothing without \"applinks\" in services; add it"]
        ),
        (
            "apple: [{id: ABCDE12345.x, services: [applinks], paths: [x]}]",
            ["6:65: apps.apple[0].paths[0]: \"x\" is not a path pattern such as /orders/*"]
        ),
        (
            "android: [{package: acme, fingerprints: [\(String(repeating: "ab", count: 32))]}]",
            ["6:28: apps.android[0].package: \"acme\" is not a package name such as com.example.app"]
        ),
        ("android: [{package: com.acme}]", ["6:18: apps.android[0].fingerprints: is missing; it must be a list"]),
        (
            "android: [{package: com.acme, fingerprints: []}]",
            ["6:52: apps.android[0].fingerprints: is empty; an app is known by its signing certificate"]
        ),
        (
            "android: [{package: com.acme, fingerprints: [\(String(repeating: "ab", count: 20))]}]",
            [
                "6:53: apps.android[0].fingerprints[0]: \"\(String(repeating: "ab", count: 20))\" is a SHA-1; write the certificate's SHA-256 (keytool and apksigner print both)"
            ]
        ),
        (
            "android: [{package: com.acme, fingerprints: [\(String(repeating: "ab", count: 32)), \(String(repeating: "AB", count: 32))]}]",
            [
                "6:119: apps.android[0].fingerprints[1]: \"\([String](repeating: "AB", count: 32).joined(separator: ":"))\" stands twice, first at apps.android[0].fingerprints[0]"
            ]
        ),
    ]

    @Test(arguments: apps) func `of apps`(apps: String, faults: [String]) {
        #expect(TenantText.faults("hosts: [acme.example]\napps: {\(apps)}") == faults)
    }
}

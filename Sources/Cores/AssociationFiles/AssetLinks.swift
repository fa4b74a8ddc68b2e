import JSON

/// `/.well-known/assetlinks.json` (Google, "Digital Asset Links")
package enum AssetLinks {
    /// Passkeys and passwords, and links that open the app: Android asks for both before it offers passkeys.
    private static let relations: JSONValue = [
        "delegate_permission/common.get_login_creds", "delegate_permission/common.handle_all_urls",
    ]

    /// One statement an app; nil if there is no app. The same apps give the same bytes.
    package static func document(_ apps: [AndroidApp]) -> [UInt8]? {
        guard !apps.isEmpty else { return nil }
        return JSONValue.array(apps.map(statement)).serialized()
    }

    private static func statement(_ app: AndroidApp) -> JSONValue {
        [
            "relation": relations,
            "target": [
                "namespace": "android_app",
                "package_name": .string(app.package),
                "sha256_cert_fingerprints": .array(app.fingerprints.map { .string($0.text) }),
            ],
        ]
    }
}

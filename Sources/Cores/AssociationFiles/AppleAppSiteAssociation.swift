import JSON

/// `/.well-known/apple-app-site-association`
package enum AppleAppSiteAssociation {
    /// Apple's fetcher takes no more, in bytes.
    package static let maxBytes = 128 << 10

    /// The document; nil if there is no app. The same apps give the same bytes.
    package static func document(_ apps: [AppleApp]) -> [UInt8]? {
        guard !apps.isEmpty else { return nil }
        var document = JSONObject([("webcredentials", ["apps": ids(apps, .webcredentials)])])
        let linked = apps.filter { $0.services.contains(.applinks) }
        if !linked.isEmpty {
            document["applinks"] = ["details": .array(linked.map(details))]
        }
        if apps.contains(where: { $0.services.contains(.appclips) }) {
            document["appclips"] = ["apps": ids(apps, .appclips)]
        }
        return JSONValue.object(document).serialized()
    }

    private static func ids(_ apps: [AppleApp], _ service: AppleService) -> JSONValue {
        .array(apps.filter { $0.services.contains(service) }.map { .string($0.id) })
    }

    private static func details(_ app: AppleApp) -> JSONValue {
        let paths = app.paths.isEmpty ? ["*"] : app.paths
        return ["appIDs": [.string(app.id)], "components": .array(paths.map { ["/": .string($0)] })]
    }
}

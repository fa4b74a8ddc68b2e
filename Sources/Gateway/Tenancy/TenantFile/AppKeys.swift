import AssociationFiles
import Text

/// The keys of `apps`.
enum AppKeys {
    static let apple = Key(
        "apple", .list(of: AppleAppKeys.type, identity: \.id), .value([], "[]"), "Apple apps.")
    static let android = Key(
        "android", .list(of: AndroidAppKeys.type, identity: \.package), .value([], "[]"), "Android apps.")

    static let all = SectionKeys(declarations: [apple.declaration, android.declaration])

    static let type = ValueType<Apps>.section(all) { section in
        let apple = section(apple)?.value.map(\.value) ?? []
        let android = section(android)?.value.map(\.value) ?? []
        if let document = AppleAppSiteAssociation.document(apple),
            document.count > AppleAppSiteAssociation.maxBytes
        {
            section.reading.fault(
                section.place, "the Apple association file would have \(document.count) bytes; Apple reads 128 KiB")
        }
        return Apps(apple: apple, android: android)
    }
}

/// The keys of an item of `apps.apple`.
enum AppleAppKeys {
    static let id = Key(
        "id", .text("an app id such as ABCDE12345.com.example.app", checkedID), .required,
        "Team ID, dot, bundle ID.")
    static let services = Key(
        "services", .list(of: ValueType<AppleService>.choice(), identity: \.rawValue),
        .value([Placed(value: .webcredentials, place: .nowhere)], "[webcredentials]"),
        "What the app may do with the domain: passkeys and passwords, links, app clips.")
    static let paths = Key(
        "paths", .list(of: .text("a path pattern such as /orders/*", pattern), identity: { $0 }), .value([], "[]"),
        "Path patterns of `applinks`; none means every path.")

    static let all = SectionKeys(declarations: [id.declaration, services.declaration, paths.declaration])

    static let type = ValueType<AppleApp>.section(all) { section in
        let id = section(id)
        let services = section(services)?.value.map(\.value) ?? []
        let paths = section(paths)
        if let paths, !paths.value.isEmpty, !services.contains(.applinks) {
            section.reading.fault(paths.place, "means nothing without \"applinks\" in services; add it")
        }
        guard let id else { return nil }
        if !isTeamID(id.value.prefix { $0 != "." }) {
            section.reading.warn(
                id.place, "\(id.value.quoted) does not begin with a Team ID of ten upper-case letters and digits")
        }
        return AppleApp(id: id.value, services: services, paths: paths?.value.map(\.value) ?? [])
    }

    private static func checkedID(_ text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isID =
            parts.count >= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
        return isID && text.utf8.count <= 255 ? text : nil
    }

    private static func isTeamID(_ prefix: Substring) -> Bool {
        prefix.utf8.count == 10 && prefix.utf8.allSatisfy { ASCII.isDigit($0) || ASCII.isUpper($0) }
    }

    private static func pattern(_ text: String) -> String? {
        let isPattern = text.hasPrefix("/") || text.hasPrefix("*")
        return isPattern && text.utf8.count <= 1_024 && text.utf8.allSatisfy(ASCII.isGraphic) ? text : nil
    }
}

/// The keys of an item of `apps.android`.
enum AndroidAppKeys {
    static let package = Key(
        "package", .text("a package name such as com.example.app", checkedPackage), .required,
        "The application id.")
    static let fingerprints = Key(
        "fingerprints",
        .list(of: .fingerprint, identity: \.text, whyNotEmpty: "an app is known by its signing certificate"), .required,
        "The SHA-256 of every signing certificate (Play's and your own), in any hex form.")

    static let all = SectionKeys(declarations: [package.declaration, fingerprints.declaration])

    static let type = ValueType<AndroidApp>.section(all) { section in
        let package = section(package)
        let fingerprints = section(fingerprints)
        guard let package, let fingerprints else { return nil }
        return AndroidApp(package: package.value, fingerprints: fingerprints.value.map(\.value))
    }

    private static func checkedPackage(_ text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            parts.count >= 2
            && parts.allSatisfy { part in
                part.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
                    && part.utf8.first.map { ASCII.isLower($0) || ASCII.isUpper($0) } == true
            }
        return isName && text.utf8.count <= 255 ? text : nil
    }
}

extension ValueType where Value == CertificateFingerprint {
    static let fingerprint = ValueType(words: "a SHA-256 of 32 bytes in hexadecimal") { field in
        guard let text = field.text("a SHA-256 of 32 bytes in hexadecimal") else { return nil }
        if let fingerprint = CertificateFingerprint(text) { return fingerprint }
        let isSHA1 = Hex.decode(text.filter { $0 != ":" && $0 != " " })?.count == 20
        field.fault(
            isSHA1
                ? "\(text.quoted) is a SHA-1; write the certificate's SHA-256 (keytool and apksigner print both)"
                : "\(text.quoted) is not a SHA-256 of 32 bytes in hexadecimal")
        return nil
    }
}

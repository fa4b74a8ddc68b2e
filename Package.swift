// swift-tools-version: 6.2
// Folders are layers: a module imports only what stands below it. `ArchitectureTests` compares every `import` in the
// sources with the table of this file's layers, because the compiler's own check misses transitive and C modules.
import PackageDescription

/// One system library of Debian's: a module map and a header with `static inline` wrappers, no C sources.
func library(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Kits wrap one library each and are the only place where unsafe code may stand.
func kit(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Kits/\(name)", swiftSettings: common)
}

/// Cores are pure: values in, values out. Strict memory safety proves that they hold no unsafe code.
func core(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Cores/\(name)", resources: resources,
        swiftSettings: common + [.strictMemorySafety()])
}

func gateway(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Gateway/\(name)", resources: resources,
        swiftSettings: common + [.strictMemorySafety()])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: common)
}

let package = Package(
    name: "gatehouse",
    products: [.executable(name: "gatehouse", targets: ["gatehouse"])],
    targets: [
        // Debian's libraries
        library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
        library("CJansson", pkgConfig: "jansson", apt: "libjansson-dev"),
        library("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        library("CPSL", pkgConfig: "libpsl", apt: "libpsl-dev"),
        library("CUnistring", apt: "libunistring-dev"),
        library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        library("CLinux"),

        // Kits: no kit imports another, except that HTTPServer speaks HTTP's plain values
        kit("Crypto", ["COpenSSL"]),
        kit("CBOR"),
        kit("JSON", ["CJansson"]),
        kit("YAML", ["CYAML"]),
        kit("Text", ["CPSL", "CUnistring"]),
        kit("SQLite", ["CSQLite"]),
        kit("HTTP"),
        kit("HTTPServer", ["CMicroHTTPD", "CLinux", "HTTP"]),
        kit("Lifecycle", ["CLinux"]),

        // Cores
        core("JOSE", ["Crypto", "JSON", "Text"]),
        core(
            "WebAuthn", ["JOSE", "Crypto", "CBOR", "JSON", "Text"], resources: [.embedInCode("Roots")]),
        core("AssociationFiles", ["JSON", "Text"]),

        // Gateway
        gateway("Tenancy", ["YAML", "WebAuthn", "AssociationFiles", "Crypto", "JSON", "Text"]),
        gateway("Store", ["Tenancy", "SQLite", "Crypto", "JSON", "Text"], resources: [.embedInCode("Migrations")]),
        gateway(
            "Features", ["Store", "Tenancy", "WebAuthn", "AssociationFiles", "HTTP", "Crypto", "JSON", "Text"]),
        .executableTarget(
            name: "gatehouse",
            dependencies: [
                "Features", "Store", "Tenancy", "WebAuthn", "HTTP", "HTTPServer", "Lifecycle", "Crypto", "JSON", "Text",
                "YAML",
            ],
            path: "Sources/gatehouse", swiftSettings: common),

        // Tests
        .target(
            name: "TestSupport", dependencies: ["Crypto", "CBOR", "JSON", "Text"], path: "Tests/TestSupport",
            swiftSettings: common),
        .executableTarget(
            name: "LoadGenerator", dependencies: ["TestSupport", "JSON"], path: "Benchmarks/LoadGenerator",
            swiftSettings: common),
        tests("CryptoTests", ["Crypto", "TestSupport"]),
        tests("CBORTests", ["CBOR", "TestSupport"]),
        tests("JSONTests", ["JSON"]),
        tests("YAMLTests", ["YAML", "TestSupport"]),
        tests("TextTests", ["Text"]),
        tests("SQLiteTests", ["SQLite", "TestSupport"]),
        tests("HTTPServerTests", ["HTTPServer", "HTTP", "TestSupport"]),
        tests("LifecycleTests", ["Lifecycle", "TestSupport"]),
        tests("JOSETests", ["JOSE", "Crypto", "JSON", "Text", "TestSupport"]),
        tests("WebAuthnTests", ["WebAuthn", "JOSE", "Crypto", "CBOR", "JSON", "Text", "TestSupport"]),
        tests("Vectors", ["WebAuthn", "JOSE", "Crypto", "JSON", "Text", "TestSupport"]),
        tests("AssociationFilesTests", ["AssociationFiles", "JSON"]),
        tests(
            "TenancyTests",
            ["Tenancy", "AssociationFiles", "YAML", "WebAuthn", "Crypto", "JSON", "Text", "TestSupport"]),
        tests("StoreTests", ["Store", "SQLite", "Tenancy", "Crypto", "JSON", "Text", "TestSupport"]),
        tests(
            "FeaturesTests",
            [
                "Features", "Store", "Tenancy", "WebAuthn", "HTTP", "HTTPServer", "Crypto", "CBOR", "JSON", "Text",
                "TestSupport",
            ]),
        tests("ArchitectureTests", []),
    ]
)

/// Who may import whom: the house in one table. `Package.swift` must declare exactly the same; this table is also
/// checked against every `import`, because the compiler's check misses transitive, C and toolchain modules.
enum Layering {
    /// Module → modules of this package that it may import. Kits import no kit, but for HTTPServer, which speaks HTTP.
    static let modules: [String: Set<String>] = [
        "Crypto": ["COpenSSL"],
        "CBOR": [],
        "JSON": ["CJansson"],
        "YAML": ["CYAML"],
        "Text": ["CPSL", "CUnistring"],
        "SQLite": ["CSQLite"],
        "HTTP": [],
        "HTTPServer": ["CMicroHTTPD", "CLinux", "HTTP"],
        "Lifecycle": ["CLinux"],

        "JOSE": ["Crypto", "JSON", "Text"],
        "WebAuthn": ["JOSE", "Crypto", "CBOR", "JSON", "Text"],
        "AssociationFiles": ["JSON", "Text"],

        "Tenancy": ["YAML", "WebAuthn", "AssociationFiles", "Crypto", "JSON", "Text"],
        "Store": ["Tenancy", "SQLite", "Crypto", "JSON", "Text"],
        "Features": ["Store", "Tenancy", "WebAuthn", "AssociationFiles", "HTTP", "Crypto", "JSON", "Text"],

        "gatehouse": [
            "Features", "Store", "Tenancy", "WebAuthn", "HTTP", "HTTPServer", "Lifecycle", "Crypto", "JSON", "Text",
            "YAML",
        ],
    ]

    /// Layer → modules of the toolchain that it may import. Cores have no clock, no files, no threads. Nobody takes
    /// Foundation: FoundationEssentials has what is needed, without its size and start-up time.
    static let toolchain: [Layer: Set<String>] = [
        .kits: ["FoundationEssentials", "Glibc", "Synchronization", "Dispatch"],
        .cores: ["FoundationEssentials"],
        .gateway: ["FoundationEssentials", "Synchronization"],
        .command: ["FoundationEssentials", "Synchronization", "Glibc"],
    ]

    /// What tests a module whose test target is not called `<Module>Tests`.
    static let testedElsewhere = ["HTTP": "HTTPServerTests", "gatehouse": "EndToEnd"]
}

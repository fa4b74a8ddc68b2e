import FoundationEssentials
import WebAuthn

/// A tenant file as it lies in a folder, not read yet.
struct TenantSource: Sendable {
    /// As it is named in faults.
    let file: String
    let folder: String
    let id: TenantID

    /// The tenant files of a folder, and what is wrong with names. Hidden files, other kinds of files and folders in it
    /// are no concern of ours.
    static func all(in folder: String) -> (sources: [TenantSource], faults: [TenantFault]) {
        let shown = shorten(folder)
        guard let names = FileAccess.names(in: folder) else {
            return ([], [fault(shown, "cannot be read as a folder of tenant files")])
        }
        var sources: [TenantSource] = []
        var faults: [TenantFault] = []
        for name in names where !name.hasPrefix(".") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) {
            switch source(shown + "/" + name) {
            case .success(let source): sources.append(source)
            case .failure(let failure): faults.append(failure.fault)
            }
        }
        if names.isEmpty || (sources.isEmpty && faults.isEmpty) {
            faults.append(fault(shown, "holds no tenant file; tenants/acme.yaml would make the tenant \"acme\""))
        }
        return (sources, faults)
    }

    /// Why a file is no tenant file.
    struct Failure: Error {
        let fault: TenantFault
    }

    /// The tenant file at a path; its name is the tenant's id.
    static func source(_ path: String) -> Result<TenantSource, Failure> {
        let shown = shorten(path)
        let slash = shown.lastIndex(of: "/")
        let name = slash.map { shown[shown.index(after: $0)...] } ?? shown[...]
        let folder = slash.map { $0 == shown.startIndex ? "/" : String(shown[..<$0]) } ?? "."
        let base = name.hasSuffix(".yaml") ? name.dropLast(5) : name.prefix { $0 != "." }
        guard name.hasSuffix(".yaml"), let id = TenantID(String(base)) else {
            let meant = TenantID(ASCII.lowercased(String(base)))
            let words = meant.map { "; name it \"\($0.text).yaml\"" } ?? ""
            return .failure(
                Failure(
                    fault: fault(
                        shown, "a tenant file is named for its tenant: up to 63 of a-z, 0-9 and -, and .yaml" + words)))
        }
        return .success(TenantSource(file: shown, folder: folder, id: id))
    }

    /// Reads and decodes the file.
    func decode(_ environment: [String: String], now: Date) -> (decoded: TenantFile.Decoded?, faults: [TenantFault]) {
        switch FileAccess.read(file, within: folder, atMost: 1 << 20) {
        case .failure(let failure): return (nil, [Self.fault(file, failure.words)])
        case .success(let content):
            let folder = folder
            let resources = TenantResources(
                now: now, metadataRoots: MetadataBlob.serviceRoots, variable: { environment[$0] },
                file: { path, limit in
                    path.hasPrefix("/")
                        ? FileAccess.read(path, within: nil, atMost: limit)
                        : FileAccess.read(folder + "/" + path, within: folder, atMost: limit)
                })
            return TenantFile.decode(content.bytes, id: id, file: file, resources: resources)
        }
    }

    static func fault(_ file: String, _ message: String) -> TenantFault {
        TenantFault(file: file, position: nil, path: "", message: message, isWarning: false)
    }

    private static func shorten(_ path: String) -> String {
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        while path.count > 1 && path.hasSuffix("/") { path = path.dropLast() }
        return path.isEmpty ? "." : String(path)
    }
}

import Crypto
import HTTP
import Text

/// Assets under names that carry the hash of their content, so that they can be cached for ever.
///
/// Scripts and styles may name other assets as `{{asset:name}}`; those are resolved first, whatever the order.
struct AssetNames {
    private(set) var paths: [String: String] = [:]
    private(set) var documents: [String: PreparedDocument] = [:]

    init(_ files: [WebFiles.File]) throws(WebFiles.Fault) {
        var waiting: [(name: String, bytes: [UInt8])] = []
        for file in files where file.path.hasPrefix("assets/") {
            waiting.append((String(file.path.dropFirst("assets/".count)), file.bytes))
        }
        for file in files where file.path == "sdk/gatehouse.js" || file.path == "sdk/gatehouse.d.ts" {
            publishSDK(file)
        }
        while !waiting.isEmpty {
            let before = waiting.count
            var later: [(name: String, bytes: [UInt8])] = []
            for item in waiting {
                if let resolved = resolve(item.bytes) { publish(item.name, resolved) } else { later.append(item) }
            }
            waiting = later
            guard waiting.count < before else {
                throw WebFiles.Fault(
                    description: "web/assets: unknown or circular references in \(waiting.map(\.name))")
            }
        }
    }

    /// The SDK keeps its name, because other sites import it; it is revalidated instead.
    private mutating func publishSDK(_ file: WebFiles.File) {
        let path = "/" + file.path
        let type = file.path.hasSuffix(".js") ? "text/javascript; charset=utf-8" : "text/plain; charset=utf-8"
        documents[path] = PreparedDocument(file.bytes, contentType: type, etag: Self.hash(file.bytes))
        paths["gatehouse.js"] = "/sdk/gatehouse.js"
    }

    private mutating func publish(_ name: String, _ bytes: [UInt8]) {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let path = "/assets/\(name[..<dot]).\(Self.hash(bytes))\(name[dot...])"
        paths[name] = path
        documents[path] = PreparedDocument(
            bytes, contentType: Self.contentType(String(name[dot...])), etag: Self.hash(bytes),
            cacheControl: "public, max-age=31536000, immutable")
    }

    /// The bytes with their references replaced; nil while one of them is not published yet.
    private func resolve(_ bytes: [UInt8]) -> [UInt8]? {
        guard let source = String(validating: bytes, as: UTF8.self), source.contains("{{asset:") else { return bytes }
        var resolved = ""
        var isComplete = true
        try? Placeholders.split(source, file: "web/assets") {
            resolved += $0
        } placeholder: { word in
            guard word.hasPrefix("asset:"), let path = paths[String(word.dropFirst("asset:".count))] else {
                isComplete = false
                return
            }
            resolved += path
        }
        return isComplete ? Array(resolved.utf8) : nil
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        Base64URL.encode(Array(Digest.sha256(bytes).prefix(9)))
    }

    private static func contentType(_ suffix: String) -> String {
        switch suffix {
        case ".css": "text/css; charset=utf-8"
        case ".js": "text/javascript; charset=utf-8"
        case ".svg": "image/svg+xml"
        case ".png": "image/png"
        case ".ico": "image/x-icon"
        case ".webp": "image/webp"
        case ".woff2": "font/woff2"
        default: "application/octet-stream"
        }
    }
}

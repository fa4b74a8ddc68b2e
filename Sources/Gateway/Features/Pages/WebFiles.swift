import Crypto
import HTTP
import JSON
import Text

/// The files of `web/`, read into memory at start: pages as templates, assets under names that carry their hash.
///
/// Templates hold `{{tenant.name}}`, `{{tenant.logo}}`, `{{issuer}}`, `{{lang}}`, `{{t:key}}` (texts of the page's
/// language), `{{strings}}` (all texts as JSON, for scripts) `{{asset:name}}`, and `{{if:demo}}…{{end}}` for what only demo tenants
/// show. Everything is escaped for HTML.
package struct WebFiles: Sendable {
    /// One file of `web/`: its path below it, and its bytes.
    package struct File: Sendable {
        /// The path below `web/`.
        package let path: String
        /// The content.
        package let bytes: [UInt8]

        /// A file.
        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// What is wrong with the files: a missing page, text or asset.
    package struct Fault: Error, Sendable, CustomStringConvertible {
        /// The file and what is wrong with it.
        package let description: String
    }

    let pages: [String: PageTemplate]
    let assets: [String: PreparedDocument]
    let texts: [String: Texts]
    let assetPaths: [String: String]

    /// Prepares the files.
    ///
    /// - Throws: `Fault` if a template names a text or an asset that does not exist, or the languages' keys differ.
    package init(_ files: [File]) throws(Fault) {
        let hashed = try AssetNames(files)
        assetPaths = hashed.paths
        assets = hashed.documents
        var texts: [String: Texts] = [:]
        for file in files where file.path.hasPrefix("i18n/") && file.path.hasSuffix(".json") {
            let language = String(file.path.dropFirst("i18n/".count).dropLast(".json".count))
            texts[language] = try Texts(language, file.bytes)
        }
        try Self.requireSameKeys(texts)
        self.texts = texts
        var pages: [String: PageTemplate] = [:]
        for file in files where file.path.hasPrefix("pages/") && file.path.hasSuffix(".html") {
            let name = String(file.path.dropFirst("pages/".count).dropLast(".html".count))
            pages[name] = try PageTemplate(name, file.bytes, assets: assetPaths, texts: texts)
        }
        self.pages = pages
    }

    private static func requireSameKeys(_ texts: [String: Texts]) throws(Fault) {
        guard let english = texts["en"] else { return }
        for (language, other) in texts {
            let difference = Set(english.values.keys).symmetricDifference(other.values.keys)
            guard difference.isEmpty else {
                throw Fault(description: "web/i18n/\(language).json: texts differ from en.json: \(difference.sorted())")
            }
        }
    }
}

/// The texts of one language.
struct Texts: Sendable {
    let language: String
    let values: [String: String]
    /// All of them as a JSON object that may stand inside a `<script type="application/json">`.
    let scriptJSON: String

    init(_ language: String, _ bytes: [UInt8]) throws(WebFiles.Fault) {
        guard let json = try? JSONReader.parse(bytes, maxBytes: 1_048_576), case .object(let object) = json else {
            throw WebFiles.Fault(description: "web/i18n/\(language).json is not a JSON object")
        }
        var values: [String: String] = [:]
        for member in object.members {
            guard let text = member.value.string else {
                throw WebFiles.Fault(description: "web/i18n/\(language).json: \(member.name) is not a string")
            }
            values[member.name] = text
        }
        self.language = language
        self.values = values
        scriptJSON = ScriptJSON.escape(json.serializedText())
    }
}

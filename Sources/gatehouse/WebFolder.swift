import Features
import Glibc

/// Reads `web/` into memory.
enum WebFolder {
    /// The folder the setting names, else `./web`, else the share folder beside an installed program.
    static func find(_ setting: String) -> String? {
        let candidates = setting.isEmpty ? ["./web", "/usr/share/gatehouse/web"] : [setting]
        return candidates.first { FileReader.names(in: $0 + "/pages") != nil }
    }

    static func load(_ folder: String) throws(WebFiles.Fault) -> WebFiles {
        var files: [WebFiles.File] = []
        for part in ["pages", "assets", "i18n", "sdk"] {
            for name in FileReader.names(in: folder + "/" + part) ?? [] {
                guard let bytes = FileReader.read("\(folder)/\(part)/\(name)", limit: 4_194_304) else { continue }
                files.append(WebFiles.File(path: part + "/" + name, bytes: bytes))
            }
        }
        return try WebFiles(files)
    }
}

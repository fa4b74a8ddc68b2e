import FoundationEssentials

/// Reads bounded regular files.
enum FileAccess {
    /// The content of the file at `path`. With `folder`, the file must lie in it, links resolved: links within the
    /// folder, as Kubernetes makes them (`..data`), are fine.
    static func read(_ path: String, within folder: String?, atMost limit: Int) -> Result<FileContent, FileFailure> {
        let resolved = resolve(path)
        if let folder, !resolved.hasPrefix(resolve(folder) + "/") { return .failure(.outside) }
        let manager = FileManager.default
        guard let attributes = try? manager.attributesOfItem(atPath: resolved) else {
            return .failure(manager.fileExists(atPath: resolved) ? .unreadable : .missing)
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return .failure(.notAFile) }
        guard let size = number(attributes[.size]), let mode = number(attributes[.posixPermissions]) else {
            return .failure(.unreadable)
        }
        guard size <= limit else { return .failure(.tooLarge(limit: limit)) }
        guard let data = manager.contents(atPath: resolved) else { return .failure(.unreadable) }
        // It may have grown since.
        guard data.count <= limit else { return .failure(.tooLarge(limit: limit)) }
        return .success(FileContent(path: path, bytes: Array(data), isReadableByOthers: mode & 0o004 != 0))
    }

    /// The names in a folder, sorted; nil if it cannot be read.
    static func names(in folder: String) -> [String]? {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted()
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    private static func resolve(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path
    }

    /// The library's numbers have different types with and without the rest of Foundation in the process.
    private static func number(_ value: Any?) -> Int? {
        if let value = value as? any BinaryInteger { return Int(exactly: value) }
        return value as? Int
    }
}

import Foundation

/// A folder of its own for one test, removed with its value.
package final class TemporaryFolder: Sendable {
    /// The folder's path; the folder does not exist yet.
    package let path: String

    /// Names a folder nobody has.
    package init() {
        path = NSTemporaryDirectory() + "gatehouse-test-" + UUID().uuidString
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Copies the folder as it is now, as after a crash of the process that works in it.
    package func copied() throws -> TemporaryFolder {
        let copy = TemporaryFolder()
        try FileManager.default.copyItem(atPath: path, toPath: copy.path)
        return copy
    }

    /// The permission bits of the folder or of a file in it.
    package func permissions(of name: String = "") throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: name.isEmpty ? path : path + "/" + name)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}

extension [UInt8] {
    /// Writes the bytes as a file's whole content.
    package func write(to path: String) throws {
        try Data(self).write(to: URL(fileURLWithPath: path))
    }
}

import Foundation
import JSON

/// Project Wycheproof's files, which stay outside of this project.
enum WycheproofFile {
    private static var folder: String {
        let vectors = ProcessInfo.processInfo.environment["GATEHOUSE_VECTORS"] ?? "../shared/vectors"
        return vectors + "/wycheproof"
    }

    /// Whether the files are there; says so on standard error when they are not.
    static let isPresent: Bool = {
        let isPresent = FileManager.default.fileExists(atPath: folder + "/ed25519_test.json")
        if !isPresent {
            let notice =
                "\n*** NOT RUN: no Wycheproof vectors in \(folder); set GATEHOUSE_VECTORS to their folder ***\n\n"
            FileHandle.standardError.write(Data(notice.utf8))
        }
        return isPresent
    }()

    /// The test groups of one file.
    static func groups(_ name: String) throws -> [JSONValue] {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
        return try JSONReader.parse(bytes, maxBytes: 8_000_000)["testGroups"]?.array ?? []
    }
}

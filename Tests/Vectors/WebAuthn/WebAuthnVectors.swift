import Foundation
import JSON

/// The WebAuthn vectors (W3C's own, real devices', mutations, hostile input), which stay outside of this project.
enum WebAuthnVectors {
    private static var file: String {
        let folder = ProcessInfo.processInfo.environment["GATEHOUSE_VECTORS"] ?? "../shared/vectors"
        return folder + "/webauthn/vectors.json"
    }

    /// How many there are known to be: a file that shrank proves less than it seems.
    static let count = 362

    /// Whether the file is there; says so on standard error when it is not.
    static let isPresent: Bool = {
        let isPresent = FileManager.default.fileExists(atPath: file)
        if !isPresent {
            let notice = "\n*** NOT RUN: no WebAuthn vectors at \(file); set GATEHOUSE_VECTORS to their folder ***\n\n"
            FileHandle.standardError.write(Data(notice.utf8))
        }
        return isPresent
    }()

    /// All vectors, read once.
    static let all: Result<[WebAuthnVector], any Error> = Result {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        return try (JSONReader.parse(bytes, maxBytes: 16_000_000).array ?? []).map(WebAuthnVector.init)
    }
}

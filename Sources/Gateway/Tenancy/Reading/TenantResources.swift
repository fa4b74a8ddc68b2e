import Crypto
import FoundationEssentials

/// What a tenant file may refer to, and the time: so that decoding is pure.
struct TenantResources: Sendable {
    /// When the file is read; certificates are judged at this time.
    let now: Date
    /// Who may sign FIDO metadata files.
    let metadataRoots: [Certificate]
    /// The value of an environment variable; nil if it is not set.
    let variable: @Sendable (String) -> String?
    /// The content of a file of at most so many bytes, by its path as written in the tenant file.
    let file: @Sendable (String, Int) -> Result<FileContent, FileFailure>
}

/// Why a file cannot be had.
enum FileFailure: Error, Equatable {
    case missing
    case unreadable
    case outside
    case notAFile
    case tooLarge(limit: Int)

    /// To follow the name of the file.
    var words: String {
        switch self {
        case .missing: "does not exist"
        case .unreadable: "cannot be read; look at its permissions"
        case .outside: "lies outside the tenant file's folder; relative paths must stay in it"
        case .notAFile: "is not a regular file"
        case .tooLarge(let limit): "is larger than \(limit) bytes"
        }
    }
}

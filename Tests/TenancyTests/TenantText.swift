import Crypto
import Foundation
import Testing
import WebAuthn

@testable import Tenancy

/// Tenant files in memory: a valid one to break, and a world of variables and files to refer to.
enum TenantText {
    static let secret = String(repeating: "s", count: 32)

    static let acme = """
        name: Acme Shop
        issuer: https://id.acme.example
        relying_party:
          id: acme.example
        """

    /// Decodes with the file name `tenants/acme.yaml`.
    static func decode(
        _ text: String, id: String = "acme", variables: [String: String] = [:],
        files: [String: Result<FileContent, FileFailure>] = [:], metadataRoots: [Certificate] = [],
        now: Date = Date(timeIntervalSince1970: 1_800_000_000)
    ) -> (tenant: Tenant?, faults: [TenantFault]) {
        guard let id = TenantID(id) else { return (nil, []) }
        let result = TenantFile.decode(
            Array(text.utf8), id: id, file: "tenants/\(id.text).yaml",
            resources: TenantResources(
                now: now, metadataRoots: metadataRoots, variable: { variables[$0] },
                file: { path, _ in files[path] ?? .failure(.missing) }))
        return (result.decoded?.tenant, result.faults)
    }

    /// A tenant without faults, as it comes before it is compared with others.
    static func decoded(_ id: String, _ text: String) throws -> TenantFile.Decoded {
        let result = TenantFile.decode(
            Array("name: \(id)\n\(text)".utf8), id: try #require(TenantID(id)), file: "tenants/\(id).yaml",
            resources: TenantResources(
                now: Date(timeIntervalSince1970: 1_800_000_000), metadataRoots: [], variable: { _ in nil },
                file: { _, _ in .failure(.missing) }))
        #expect(result.faults == [])
        return try #require(result.decoded)
    }

    /// The faults of the valid file with more lines, without the file's name.
    static func faults(
        _ lines: String, variables: [String: String] = [:], files: [String: Result<FileContent, FileFailure>] = [:]
    ) -> [String] {
        decode(acme + "\n" + lines, variables: variables, files: files).faults.map {
            String("\($0)".dropFirst("tenants/acme.yaml:".count))
        }
    }

    static func file(_ text: String, readableByOthers: Bool = false) -> Result<FileContent, FileFailure> {
        .success(FileContent(path: "x", bytes: Array(text.utf8), isReadableByOthers: readableByOthers))
    }
}

import Foundation
import Tenancy
import Testing

/// The files in `tenants/` are what people copy: all load, without a warning.
@Suite("Samples")
struct SampleTests {
    static let environment = [
        "GATEHOUSE_DEMO_SERVICE_SECRET": String(repeating: "s", count: 32),
        "ACME_ORDERS_SECRET": String(repeating: "o", count: 32),
    ]
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    @Test(arguments: ["tenants", "tenants/samples"])
    func `every sample loads`(folder: String) throws {
        let (directory, faults) = TenantDirectory.load(
            folder: Self.root + "/" + folder, environment: Self.environment, now: Date(timeIntervalSince1970: 1.8e9))
        #expect(faults == [])
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root + "/" + folder)
            .filter { $0.hasSuffix(".yaml") }
        #expect(Set(directory.tenants.keys.map { $0.text + ".yaml" }) == Set(files))
    }

    @Test(arguments: ["README.md", "docs/tenant-file.md"])
    func `whole files in the documents load`(paper: String) throws {
        let text = try String(contentsOfFile: Self.root + "/" + paper, encoding: .utf8)
        let blocks = text.matches(of: /\n( *)```yaml\n((?s).*?)\n *```/).map { match in
            match.2.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix(match.1) ? $0.dropFirst(match.1.count) : $0 }.joined(separator: "\n")
        }
        let files = blocks.filter { $0.contains("issuer:") }
        #expect(!files.isEmpty)
        for file in files {
            #expect(TenantText.decode(file, variables: Self.environment).faults == [])
        }
    }
}

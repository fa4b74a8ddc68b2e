import Crypto
import FoundationEssentials
import JSON
import TestSupport
import Testing
import Text
import WebAuthn

@Suite struct MetadataBlobTests {
    private static let date = AttestationFixture.date
    private static let model = "5af7a7e0-0000-4000-8000-000000000001"

    private func read(_ file: MetadataFile, at date: Date = date) throws -> MetadataBlob {
        try MetadataBlob.verify(try file.encoded(), anchors: try MetadataFile.anchors(), at: date)
    }

    private static var root: Certificate {
        get throws { try SoftwareAttestationAuthority.shared().root.certificate }
    }

    @Test func `A signed file is read, a line break at its end included`() throws {
        let file = try MetadataFile(entries: [MetadataFile.entry(Self.model.uppercased(), roots: [try Self.root])])
            .encoded()
        let blob = try MetadataBlob.verify(file + [0x0A], anchors: try MetadataFile.anchors(), at: Self.date)
        #expect(blob.number == 7)
        #expect(blob.nextUpdate == Date(timeIntervalSince1970: 1_769_904_000))
        #expect(blob.skippedEntries == 0)
        let model = try #require(AAGUID(text: Self.model))
        let entry = try #require(blob.entry(aaguid: model))
        #expect(entry.description == "Model")
        #expect(try entry.anchors == [Self.root])
        #expect(entry.endOfTrust(at: Self.date) == nil)
    }

    @Test func `The built-in roots of the service are GlobalSign's R46 and R3`() {
        #expect(
            MetadataBlob.serviceRoots.map { Hex.encode(Digest.sha256($0.der)) } == [
                "4fa3126d8d3a11d1c4855a4f807cbad6cf919d3a5a88b03bea2c6372d93c40c9",
                "cbb522d7b7f127ad6a0113865bdf1cd4102e7d0759af635a7cf4720dc963c53b",
            ])
    }

    @Test(
        arguments: [
            BrokenMetadata("another host", .untrustedSigner) {
                $0.certificate = CertificateTemplate(
                    subject: [.commonName(MetadataFile.host)],
                    extensions: [.basicConstraints(isCA: false), .subjectAlternativeName(dns: ["mds.example.com"])])
            },
            BrokenMetadata("expired signer", .untrustedSigner) {
                $0.certificate.notAfter = Date(timeIntervalSince1970: 1_600_000_000)
            },
            BrokenMetadata("another key signs", .badSignature) { $0.signer = try? PrivateKey.generate(.ec(.p256)) },
            BrokenMetadata("alg none", .badSignature) { $0.header["alg"] = "none" },
            BrokenMetadata("alg HS256", .badSignature) { $0.header["alg"] = "HS256" },
            BrokenMetadata("empty x5c", .notSigned) { $0.header["x5c"] = [] },
            BrokenMetadata("critical header", .notSigned) { $0.header["crit"] = ["exp"] },
            BrokenMetadata("no serial number", .malformed("no serial number")) { $0.payload["no"] = nil },
            BrokenMetadata("serial number as text", .malformed("no serial number")) { $0.payload["no"] = "7" },
            BrokenMetadata("no nextUpdate", .malformed("no nextUpdate")) { $0.payload["nextUpdate"] = nil },
            BrokenMetadata("nextUpdate is no date", .malformed("no nextUpdate")) { $0.payload["nextUpdate"] = "soon" },
            BrokenMetadata("no entries", .malformed("no entries")) { $0.payload["entries"] = nil },
        ])
    func `One broken thing is one error`(_ broken: BrokenMetadata) throws {
        #expect(throws: broken.error) { try read(MetadataFile().with(broken.change)) }
    }

    @Test func `Only the roots given count`() throws {
        let file = try MetadataFile().encoded()
        #expect(throws: MetadataError.untrustedSigner) {
            try MetadataBlob.verify(file, anchors: [try Self.root], at: Self.date)
        }
        #expect(throws: MetadataError.untrustedSigner) {
            try MetadataBlob.verify(file, anchors: MetadataBlob.serviceRoots, at: Self.date)
        }
    }

    @Test func `The file's size is bounded`() throws {
        let file = try MetadataFile().encoded()
        #expect(throws: MetadataError.tooLarge) {
            try MetadataBlob.verify(
                file, anchors: try MetadataFile.anchors(), at: Self.date, maximumBytes: file.count - 1)
        }
    }

    @Test func `A file larger than other JSON may be is read`() throws {
        var entry = MetadataFile.entry(Self.model, roots: []).object ?? [:]
        entry["icon"] = .string(String(repeating: "A", count: 300_000))
        #expect(try read(MetadataFile(entries: [.object(entry)])).entries.count == 1)
    }

    @Test func `A bad entry costs only itself`() throws {
        var noReports = MetadataFile.entry(Self.model, roots: []).object ?? [:]
        noReports["statusReports"] = nil
        let badReport = MetadataFile.entry(Self.model, roots: [], statuses: [["status": 5]])
        let good = MetadataFile.entry("00000000-0000-4000-8000-000000000002", roots: [])
        let blob = try read(
            MetadataFile(entries: [1, [:], .object(noReports), badReport, ["aaguid": "not one"], good]))
        #expect(blob.skippedEntries == 5)
        #expect(blob.entries.count == 1)
    }

    @Test func `A root that cannot be read is left out and counted, spaces in one are forgiven`() throws {
        let text = try Base64.encode(Self.root.der)
        let spaced = " " + text.prefix(64) + "\n" + text.dropFirst(64)
        var entry = MetadataFile.entry(Self.model, roots: []).object ?? [:]
        entry["metadataStatement"] = ["attestationRootCertificates": [.string(spaced), "AAAA", 5]]
        let read = try #require(try read(MetadataFile(entries: [.object(entry)])).entries.first)
        #expect(try read.anchors == [Self.root])
        #expect(read.skippedCertificates == 2)
    }

    @Test(
        arguments: [
            ([], nil), (["FIDO_CERTIFIED_L1"], nil), (["A_WORD_OF_TOMORROW"], nil), (["UPDATE_AVAILABLE"], nil),
            (["REVOKED"], "REVOKED"), (["FIDO_CERTIFIED", "USER_KEY_REMOTE_COMPROMISE"], "USER_KEY_REMOTE_COMPROMISE"),
            (["USER_KEY_PHYSICAL_COMPROMISE"], "USER_KEY_PHYSICAL_COMPROMISE"),
            (["ATTESTATION_KEY_COMPROMISE"], "ATTESTATION_KEY_COMPROMISE"),
            (["USER_VERIFICATION_BYPASS"], "USER_VERIFICATION_BYPASS"),
        ] as [([String], String?)])
    func `Statuses that end trust do`(statuses: [String], expected: String?) throws {
        let reports = statuses.map { JSONValue.object(["status": .string($0), "effectiveDate": "2025-05-01"]) }
        let blob = try read(MetadataFile(entries: [MetadataFile.entry(Self.model, roots: [], statuses: reports)]))
        #expect(blob.entries.first?.endOfTrust(at: Self.date) == expected)
    }

    @Test(arguments: [("2026-01-01", "REVOKED"), ("2026-01-02", nil), (nil, "REVOKED")] as [(String?, String?)])
    func `A status holds from its day on`(day: String?, expected: String?) throws {
        var report: JSONObject = ["status": "REVOKED"]
        if let day { report["effectiveDate"] = .string(day) }
        let entry = MetadataFile.entry(Self.model, roots: [], statuses: [.object(report)])
        #expect(try read(MetadataFile(entries: [entry])).entries.first?.endOfTrust(at: Self.date) == expected)
    }

    @Test func `A file past its day is overdue, not refused`() throws {
        let blob = try read(MetadataFile().with { $0.payload["nextUpdate"] = "2025-12-31" })
        #expect(blob.isOverdue(at: Self.date))
        #expect(try !read(MetadataFile()).isOverdue(at: Self.date))
    }
}

/// One thing broken in a valid metadata file, and the error it gives.
struct BrokenMetadata: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: MetadataError
    let change: @Sendable (inout MetadataFile) -> Void

    init(_ description: String, _ error: MetadataError, _ change: @escaping @Sendable (inout MetadataFile) -> Void) {
        testDescription = description
        self.error = error
        self.change = change
    }
}

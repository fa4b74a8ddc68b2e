import AssociationFiles
import JSON
import Testing

@Suite("Association files")
struct AssociationFilesTests {
    private static let shop = AppleApp(
        id: "ABCDE12345.com.acme.shop", services: [.webcredentials, .applinks], paths: ["/orders/*", "/u"])
    private static let clip = AppleApp(id: "ABCDE12345.com.acme.shop.Clip", services: [.appclips])
    private static let hex = "146de983c5730650d8eeb9952f34fc6416a08342e61dbea88a0496b23fcf44e5"
    private static let colons =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test func `Apple's file has the app ids of each service`() {
        #expect(
            text(AppleAppSiteAssociation.document([Self.shop, Self.clip]))
                == #"{"webcredentials":{"apps":["ABCDE12345.com.acme.shop"]},"#
                + #""applinks":{"details":[{"appIDs":["ABCDE12345.com.acme.shop"],"#
                + #""components":[{"/":"/orders/*"},{"/":"/u"}]}]},"#
                + #""appclips":{"apps":["ABCDE12345.com.acme.shop.Clip"]}}"#)
    }

    @Test func `Apple's file leaves out what no app has`() {
        let app = AppleApp(id: "ABCDE12345.x", services: [.webcredentials])
        #expect(
            text(AppleAppSiteAssociation.document([app])) == #"{"webcredentials":{"apps":["ABCDE12345.x"]}}"#)
    }

    @Test func `links without paths are every path`() {
        let app = AppleApp(id: "ABCDE12345.x", services: [.applinks])
        #expect(text(AppleAppSiteAssociation.document([app]))?.contains(#""components":[{"/":"*"}]"#) == true)
    }

    @Test func `Google's file has both relations and every certificate, in order`() throws {
        let second = String(repeating: "ab", count: 32)
        let fingerprints = try [Self.colons, second].map { try #require(CertificateFingerprint($0)) }
        let app = AndroidApp(package: "com.acme.shop", fingerprints: fingerprints)
        let upper = [String](repeating: "AB", count: 32).joined(separator: ":")
        #expect(
            text(AssetLinks.document([app]))
                == #"[{"relation":["delegate_permission/common.get_login_creds","#
                + #""delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","#
                + #""package_name":"com.acme.shop","sha256_cert_fingerprints":["\#(Self.colons)","\#(upper)"]}}]"#)
        #expect(app.origins == fingerprints.map(\.origin))
    }

    @Test func `every document is strict JSON, and one value gives one text`() throws {
        let documents = [
            AppleAppSiteAssociation.document([Self.shop]), RelatedOrigins.document(["https://acme.co.uk"]),
            PasskeyEndpoints.document(),
        ]
        for document in documents { _ = try JSONReader.parse(try #require(document)) }
        #expect(AppleAppSiteAssociation.document([Self.shop]) == AppleAppSiteAssociation.document([Self.shop]))
    }

    @Test func `there is no document of nothing`() {
        #expect(AppleAppSiteAssociation.document([]) == nil)
        #expect(AssetLinks.document([]) == nil)
        #expect(RelatedOrigins.document([]) == nil)
        #expect(text(PasskeyEndpoints.document()) == "{}")
    }

    @Test func `related origins are listed as they are`() {
        #expect(
            text(RelatedOrigins.document(["https://acme.co.uk", "https://acme.de"]))
                == #"{"origins":["https://acme.co.uk","https://acme.de"]}"#)
    }

    @Test(arguments: [colons, hex, hex.uppercased(), colons.lowercased(), colons.replacing(":", with: " ")])
    func `a fingerprint is read in any form and written in Google's`(form: String) throws {
        let fingerprint = try #require(CertificateFingerprint(form))
        #expect(fingerprint.text == Self.colons)
        #expect(fingerprint.origin == "android:apk-key-hash:FG3pg8VzBlDY7rmVLzT8ZBagg0LmHb6oigSWsj_PROU")
    }

    @Test(arguments: [
        "", "14:6D", hex + "00", String(hex.dropLast()), String(hex.dropLast()) + "g", "é" + hex.dropFirst(2),
    ])
    func `anything else is no fingerprint`(text: String) {
        #expect(CertificateFingerprint(text) == nil)
    }
}

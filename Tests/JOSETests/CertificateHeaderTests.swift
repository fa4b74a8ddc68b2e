import Crypto
import JOSE
import TestSupport
import Testing
import Text

struct CertificateHeaderTests {
    private func jws(_ x5c: String) throws -> CompactJWS {
        let header = Base64URL.encode(Array(#"{"alg":"ES256","x5c":\#(x5c)}"#.utf8))
        return try CompactJWS(parsing: header + ".e30.AAAA")
    }

    @Test("The certificates of a header come in their order")
    func order() throws {
        let root = try TestCertificateAuthority.selfSigned(.authority("Root"))
        let leaf = try root.issue(.leaf("Leaf"))
        let texts = [leaf, root].map { "\"" + Base64.encode($0.certificate.der) + "\"" }
        let parsed = try jws("[" + texts.joined(separator: ",") + "]").certificates()
        #expect(parsed == [leaf.certificate, root.certificate])
    }

    @Test("Anything but certificates in strict base64 is refused")
    func malformed() throws {
        let der = try TestCertificateAuthority.selfSigned(.authority("Root")).certificate.der
        let good = Base64.encode(der)
        let lists = [
            "[]", "null", "{}", "\"\(good)\"", "[1]", "[\"\"]", "[\"AAAA\"]", "[\"\(good)\",null]", "[\"\(good)\\n\"]",
            "[\"\(Base64URL.encode(der + [0]))\"]", "[\"\(Base64.encode(der + [0]))\"]", "[\"\(good)====\"]",
            "[" + Array(repeating: "\"\(good)\"", count: 11).joined(separator: ",") + "]",
        ]
        for list in lists {
            let jws = try jws(list)
            #expect(throws: JOSEError.malformedCertificates, "\(list.prefix(40))") { try jws.certificates() }
        }
        let without = try CompactJWS(parsing: Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8)) + ".e30.AAAA")
        #expect(throws: JOSEError.malformedCertificates) { try without.certificates() }
    }
}

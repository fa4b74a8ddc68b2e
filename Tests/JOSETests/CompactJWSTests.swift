import Crypto
import JOSE
import JSON
import TestSupport
import Testing
import Text

/// Signs what it is told to, well-formed or not.
private struct Signer {
    let key: PrivateKey
    let algorithm: SignatureAlgorithm

    init(_ kind: KeyKind = .ec(.p256), _ algorithm: SignatureAlgorithm = .es256) throws {
        key = try .generate(kind)
        self.algorithm = algorithm
    }

    func token(
        header: String = #"{"alg":"ES256"}"#, payload: String = "{}", form: SignatureForm = .raw
    ) throws -> String {
        let input = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(payload.utf8))
        let signature = try key.sign(Array(input.utf8), algorithm: algorithm, form: form)
        return input + "." + Base64URL.encode(signature)
    }

    func verify(_ token: String, allowed: [SignatureAlgorithm]? = nil, with other: PublicKey? = nil) -> JOSEError? {
        do throws(JOSEError) {
            try CompactJWS(parsing: token).verify(with: other ?? key.publicKey, allowed: allowed ?? [algorithm])
            return nil
        } catch {
            return error
        }
    }
}

struct CompactJWSTests {
    @Test(
        "Every algorithm verifies under its name",
        arguments: [
            ("ES256", KeyKind.ec(.p256), SignatureAlgorithm.es256), ("ES384", .ec(.p384), .es384),
            ("ES512", .ec(.p521), .es512), ("ES256K", .ec(.secp256k1), .es256k), ("EdDSA", .ed25519, .ed25519),
            ("Ed25519", .ed25519, .ed25519), ("EdDSA", .ed448, .ed448), ("Ed448", .ed448, .ed448),
            ("RS256", .rsa(bits: 2048), .rs256), ("RS384", .rsa(bits: 2048), .rs384),
            ("RS512", .rsa(bits: 2048), .rs512),
            ("PS256", .rsa(bits: 2048), .ps256), ("PS384", .rsa(bits: 2048), .ps384),
            ("PS512", .rsa(bits: 2048), .ps512),
        ])
    func algorithms(name: String, kind: KeyKind, algorithm: SignatureAlgorithm) throws {
        let signer = try Signer(kind, algorithm)
        let token = try signer.token(header: #"{"alg":"\#(name)"}"#)
        #expect(signer.verify(token) == nil)
        #expect(signer.verify(token, allowed: []) == .algorithmNotAllowed)
        let others = SignatureAlgorithm.allCases.filter { $0 != algorithm }
        #expect(signer.verify(token, allowed: others) != nil)
        let stranger = try PrivateKey.generate(kind).publicKey
        #expect(signer.verify(token, with: stranger) == .badSignature)
    }

    @Test("A token gives its parts")
    func parts() throws {
        let token = try Signer().token(header: #"{"alg":"ES256","kid":"1"}"#, payload: "hello")
        let jws = try CompactJWS(parsing: token)
        #expect(jws.header["kid"]?.string == "1")
        #expect(jws.payload == Array("hello".utf8))
        #expect(token.hasPrefix(String(decoding: jws.signingInput, as: UTF8.self) + "."))
        #expect(jws.signature.count == 64)
    }

    @Test("Another byte anywhere is not believed")
    func oneBitOff() throws {
        let signer = try Signer()
        let token = try signer.token(header: #"{"alg":"ES256","x":"y"}"#, payload: "payload")
        for index in token.utf8.indices {
            var bytes = Array(token.utf8)
            let offset = token.utf8.distance(from: token.utf8.startIndex, to: index)
            bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(signer.verify(String(decoding: bytes, as: UTF8.self)) != nil, "byte \(offset)")
        }
    }

    @Test("Only three parts in one spelling are read")
    func form() throws {
        let signer = try Signer()
        let token = try signer.token()
        let parts = token.split(separator: ".").map(String.init)
        let refused: [(String, JOSEError)] = [
            ("", .notThreeParts), ("a", .notThreeParts), ("a.b", .notThreeParts), (token + ".", .notThreeParts),
            (token + ".a", .notThreeParts), (token + ".a.b", .notThreeParts), ("." + token, .notThreeParts),
            ("..", .notThreeParts), (".b.c", .notThreeParts), ("a..c", .notThreeParts),
            (parts[0] + "." + parts[1] + ".", .notThreeParts), (parts[0] + ".." + parts[2], .notThreeParts),
            (token + "=", .malformedEncoding), (token + " ", .malformedEncoding), (token + "\n", .malformedEncoding),
            (" " + token, .malformedEncoding), (parts[0] + "=." + parts[1] + "." + parts[2], .malformedEncoding),
            (parts[0] + ".e30=." + parts[2], .malformedEncoding), (parts[0] + ".e31." + parts[2], .malformedEncoding),
            (#"{"payload":"","signatures":[]}"#, .notThreeParts),
            (token + String(repeating: "A", count: 65_536), .tooLarge),
        ]
        for (text, error) in refused { #expect(signer.verify(text) == error, "\(text.prefix(80))") }
    }

    @Test(
        "A header is one strict JSON object",
        arguments: [
            "[]", "null", "\"ES256\"", "{", "", "{\"alg\":\"ES256\"}x", "{\"alg\":\"ES256\",}",
            "\u{FEFF}{\"alg\":\"ES256\"}",
            #"{"alg":"ES256","alg":"ES256"}"#, #"{"alg":"ES256","\u0061lg":"none"}"#, "{'alg':'ES256'}",
            #"{"alg":"ES256","x":\#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))}"#,
        ])
    func header(header: String) throws {
        let signer = try Signer()
        let error = signer.verify(try signer.token(header: header))
        #expect(error == (header.isEmpty ? .notThreeParts : .malformedHeader))
    }

    @Test(
        "Extensions that must be understood are refused",
        arguments: [
            #""crit":["exp"]"#, #""crit":[]"#, #""crit":null"#, #""crit":"b64""#, #""crit":["alg"]"#, #""b64":false"#,
            #""b64":true"#,
        ])
    func critical(member: String) throws {
        let signer = try Signer()
        #expect(signer.verify(try signer.token(header: #"{"alg":"ES256",\#(member)}"#)) == .criticalExtension)
    }

    @Test(
        "An algorithm that is not an allowed name is refused",
        arguments: [
            #"{}"#, #"{"alg":"none"}"#, #"{"alg":"nOnE"}"#, #"{"alg":""}"#, #"{"alg":null}"#, #"{"alg":["ES256"]}"#,
            #"{"alg":-7}"#, #"{"alg":"es256"}"#, #"{"alg":"ES256 "}"#, #"{"alg":"HS256"}"#, #"{"alg":"RS1"}"#,
            #"{"alg":"RS256"}"#, #"{"alg":"ES384"}"#,
        ])
    func unknownAlgorithm(header: String) throws {
        let signer = try Signer()
        #expect(signer.verify(try signer.token(header: header)) == .algorithmNotAllowed)
    }

    @Test("The key must be of the algorithm's kind, curve and size")
    func keys() throws {
        let p384 = try Signer(.ec(.p384), .es256)
        #expect(p384.verify(try p384.token()) == .wrongKey)
        let small = try Signer(.rsa(bits: 1024), .rs256)
        #expect(small.verify(try small.token(header: #"{"alg":"RS256"}"#)) == .wrongKey)
        let p256 = try Signer()
        #expect(p256.verify(try p256.token(), with: small.key.publicKey) == .wrongKey)
        let confused = try p256.token(header: #"{"alg":"RS256"}"#)
        #expect(p256.verify(confused, allowed: [.rs256]) == .wrongKey)
    }

    @Test("DER signatures are for WebAuthn, not for JOSE")
    func derSignature() throws {
        let signer = try Signer()
        #expect(signer.verify(try signer.token(form: .der)) == .badSignature)
    }
}

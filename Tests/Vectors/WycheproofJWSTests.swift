import Crypto
import JOSE
import JSON
import Testing
import Text

@Suite(.enabled(if: WycheproofFile.isPresent, "no Wycheproof vectors: set GATEHOUSE_VECTORS"))
struct WycheproofJWSTests {
    @Test("Compact JWS with public keys get Wycheproof's verdict")
    func verdicts() throws {
        var valid = 0
        var invalid = 0
        for group in try WycheproofFile.groups("json_web_signature_test.json") {
            // Groups without a public key are HMAC, which is not verified here.
            guard let jwk = group["public"] else { continue }
            // Wycheproof misspells ES512.
            let name = jwk["alg"]?.string.map { $0 == "ES521" ? "ES512" : $0 }
            // Keys for encryption only name no algorithm: a key set would not offer them.
            let allowed = name.flatMap { Self.algorithms[$0] }.map { [$0] } ?? []
            let key = try Self.key(jwk)
            for test in group["tests"]?.array ?? [] {
                let token = try #require(test["jws"]?.string)
                let expected = test["result"]?.string == "valid" && !Self.isRefusedOnPurpose(test, token)
                let isValid = (try? CompactJWS(parsing: token).verify(with: key, allowed: allowed)) != nil
                #expect(isValid == expected, "\(test["tcId"]?.integer ?? 0): \(test["comment"]?.string ?? "")")
                if expected { valid += 1 } else { invalid += 1 }
            }
        }
        #expect(valid >= 20 && invalid >= 300, "\(valid) valid, \(invalid) invalid")
    }

    /// A payload of nothing is a valid JWS but no claims; figure 20 of RFC 7520 says PS384 under a key for PS256.
    private static func isRefusedOnPurpose(_ test: JSONValue, _ token: String) -> Bool {
        token.contains("..") || test["comment"]?.string == "Figure20"
    }

    private static let algorithms: [String: SignatureAlgorithm] = [
        "ES256": .es256, "ES512": .es512, "RS256": .rs256, "RS384": .rs384, "RS512": .rs512, "PS256": .ps256,
        "PS384": .ps384, "PS512": .ps512,
    ]

    private static func key(_ jwk: JSONValue) throws -> PublicKey {
        func number(_ name: String) throws -> [UInt8] {
            try #require(jwk[name]?.string.flatMap(Base64URL.decode), "\(name)")
        }
        if jwk["kty"]?.string == "RSA" { return try .rsa(modulus: number("n"), exponent: number("e")) }
        let curve: Curve = jwk["crv"]?.string == "P-521" ? .p521 : .p256
        return try .ec(curve: curve, x: number("x"), y: number("y"))
    }
}

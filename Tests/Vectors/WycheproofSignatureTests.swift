import Crypto
import JSON
import Testing
import Text

/// One file of signatures and the algorithm it is about.
struct WycheproofSignatures: Sendable, CustomTestStringConvertible {
    let name: String
    let algorithm: SignatureAlgorithm
    /// How many tests the file is known to hold: a file that shrank proves less than it seems.
    let count: Int
    var testDescription: String { name }

    static let all = [
        Self(name: "ecdsa_secp256r1_sha256_test.json", algorithm: .es256, count: 484),
        Self(name: "ed25519_test.json", algorithm: .ed25519, count: 151),
        Self(name: "rsa_pss_2048_sha256_mgf1_32_test.json", algorithm: .ps256, count: 108),
        Self(name: "rsa_signature_2048_sha256_test.json", algorithm: .rs256, count: 259),
    ]
}

@Suite(.enabled(if: WycheproofFile.isPresent, "no Wycheproof vectors: set GATEHOUSE_VECTORS"))
struct WycheproofSignatureTests {
    @Test("Signatures get Wycheproof's verdict", arguments: WycheproofSignatures.all)
    func verdicts(_ file: WycheproofSignatures) throws {
        var count = 0
        for group in try WycheproofFile.groups(file.name) {
            let der = try #require(group["publicKeyDer"]?.string.flatMap(Hex.decode))
            // Ed25519 files hold keys of small order too, which no signature can save.
            let key = try? PublicKey(subjectPublicKeyInfo: der)
            for test in group["tests"]?.array ?? [] {
                let message = try #require(test["msg"]?.string.flatMap(Hex.decode))
                let signature = try #require(test["sig"]?.string.flatMap(Hex.decode))
                let isValid = key?.isValid(signature: signature, for: message, algorithm: file.algorithm) ?? false
                // "acceptable" occurs once: RS256 whose DigestInfo lacks the NULL parameter (flag MissingNull), refused
                // here because RFC 8017 section 9.2 gives one encoding.
                let expected = test["result"]?.string == "valid"
                #expect(isValid == expected, "\(test["tcId"]?.integer ?? 0): \(test["comment"]?.string ?? "")")
                count += 1
            }
        }
        #expect(count >= file.count)
    }
}

import Crypto
import Testing

struct SecretTests {
    private struct Holder {
        let name: String
        let secret: Secret
    }

    @Test("A secret prints nothing, wherever it stands")
    func redaction() throws {
        let secret = Secret(Array("hunter2hunter2".utf8))
        let key = try PrivateKey.generate(.ed25519)
        var dumped = ""
        dump(Holder(name: "x", secret: secret), to: &dumped)
        dump(key, to: &dumped)
        let texts = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\(Holder(name: "x", secret: secret))",
            "\([secret])", "\(Optional.some(secret) as Any)", dumped, "\(key)",
        ]
        for text in texts {
            #expect(!text.contains("hunter"))
            #expect(!text.contains("104, 117, 110"))
        }
        #expect("\(secret)" == "[redacted]")
        #expect("\(key)" == "[redacted]")
    }

    @Test("Secrets are equal when their bytes are")
    func equality() {
        #expect(Secret([1, 2]) == Secret([1, 2]))
        #expect(Secret([1, 2]) != Secret([1, 3]))
        #expect(Secret([1, 2]) != Secret([1, 2, 0]))
        #expect(Secret([]) == Secret([]))
        #expect(Secret([1, 2]).bytes == [1, 2])
    }
}

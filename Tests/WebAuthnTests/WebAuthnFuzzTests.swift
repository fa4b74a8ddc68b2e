import JSON
import TestSupport
import Testing
import Text
import WebAuthn

/// Mutated valid ceremonies: whatever comes, the process lives. (What is accepted is asked elsewhere.)
@Suite("WebAuthn readers, fuzzed")
struct WebAuthnFuzzTests {
    private static func member(_ name: String, _ json: JSONValue) throws -> [UInt8] {
        try #require(json["response"]?[name]?.string.flatMap(Base64URL.decode))
    }

    private static func replacing(_ name: String, in json: JSONValue, with bytes: [UInt8]) -> JSONValue {
        guard var credential = json.object, var response = json["response"]?.object else { return json }
        response[name] = .string(Base64URL.encode(bytes))
        credential["response"] = .object(response)
        return .object(credential)
    }

    @Test func `client data`() throws {
        var random = XorShift(seed: 11)
        let bytes = try Self.member("clientDataJSON", try CeremonyFixture().creation())
        for _ in 0..<5_000 { _ = try? ClientData(random.mutated(bytes)) }
    }

    @Test func `authenticator data and keys`() throws {
        var random = XorShift(seed: 12)
        let json = try CeremonyFixture().creation { $0.extensions = ["credProtect": 2] }
        let bytes = try Self.member("authenticatorData", json)
        for _ in 0..<10_000 {
            guard let data = try? AuthenticatorData(random.mutated(bytes)), let key = data.attested?.publicKey else {
                continue
            }
            _ = try? COSEKey(parsing: key)
        }
    }

    @Test(
        arguments: [
            .none, .packedSelf, .packedCertificate, .fidoU2F, .apple, .androidKey, .androidSafetyNet, .tpm,
            .compound([.packedSelf, .tpm]),
        ] as [SoftwareAttestation])
    func `attestation objects through the whole verifier`(_ attestation: SoftwareAttestation) throws {
        var random = XorShift(seed: 13)
        let json = try CeremonyFixture().creation { $0.attestation = attestation }
        let bytes = try Self.member("attestationObject", json)
        for _ in 0..<500 {
            let mutated = Self.replacing("attestationObject", in: json, with: random.mutated(bytes))
            _ = try? CeremonyFixture.register(mutated) { $0.attestation.formats = Set(AttestationFormat.allCases) }
        }
    }

    @Test func `assertions through the whole verifier`() throws {
        var random = XorShift(seed: 14)
        let fixture = CeremonyFixture()
        let credential = try fixture.stored()
        let json = try fixture.assertion()
        for name in ["clientDataJSON", "authenticatorData", "signature"] {
            let bytes = try Self.member(name, json)
            for _ in 0..<1_000 {
                let mutated = random.mutated(bytes)
                let result = Result {
                    try CeremonyFixture.authenticate(Self.replacing(name, in: json, with: mutated), credential)
                }
                // Whatever differs from what was signed does not sign in.
                if mutated != bytes { #expect(throws: WebAuthnRefusal.self) { try result.get() } }
            }
        }
    }

    @Test func `whole answers as JSON`() throws {
        var random = XorShift(seed: 15)
        let bytes = try CeremonyFixture().creation().serialized()
        for _ in 0..<5_000 {
            guard let json = try? JSONReader.parse(random.mutated(bytes)) else { continue }
            _ = try? RegistrationResponse.parse(json)
            _ = try? AuthenticationResponse.parse(json)
        }
    }
}

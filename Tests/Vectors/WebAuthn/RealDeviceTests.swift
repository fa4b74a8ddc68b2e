import FoundationEssentials
import Testing
import WebAuthn

@Suite("Real devices", .enabled(if: WebAuthnVectors.isPresent, "no WebAuthn vectors: set GATEHOUSE_VECTORS"))
struct RealDeviceTests {
    /// Chains that devices made lead to the vendors' roots that come with the program.
    @Test func `the built-in roots stand behind real devices`() throws {
        var trusted: [String: Int] = [:]
        for vector in try WebAuthnVectors.all.get() where vector.isRegistration && vector.isValid {
            var expectation = vector.registration
            expectation.attestation.require = false
            expectation.attestation.roots = []
            expectation.attestation.trustsBuiltInRoots = true
            // Google has issued its root anew since; the copies that are in use begin in November 2019.
            let time = vector.id.hasPrefix("swa-android-key") ? Date(timeIntervalSince1970: 1_590_000_000) : vector.time
            guard let response = try? RegistrationResponse.parse(vector.response),
                let verified = try? RegistrationVerifier.verify(response, expecting: expectation, at: time)
            else { continue }
            if verified.attestation.trusted { trusted[verified.attestation.format, default: 0] += 1 }
            #expect(!verified.attestation.trusted || !vector.id.hasPrefix("syn-"), "\(vector.id) has no vendor")
        }
        #expect(Set(trusted.keys) == ["apple", "android-key", "android-safetynet"], "\(trusted)")
    }
}

import JSON
import Testing
import WebAuthn

@Suite("WebAuthn vectors", .enabled(if: WebAuthnVectors.isPresent, "no WebAuthn vectors: set GATEHOUSE_VECTORS"))
struct WebAuthnVectorTests {
    @Test func `all vectors are there`() throws {
        let vectors = try WebAuthnVectors.all.get()
        #expect(vectors.count >= WebAuthnVectors.count)
        #expect(vectors.contains { $0.needsMLDSA && $0.isValid })
    }

    @Test func `every vector gets the stated verdict`() throws {
        for vector in try WebAuthnVectors.all.get() {
            let refusal = try Self.refusal(vector)
            if vector.needsMLDSA {
                #expect(refusal != nil, "\(vector.id) was accepted though ML-DSA is not offered")
            } else if vector.isValid {
                #expect(refusal == nil, "\(vector.id) is valid")
            } else {
                #expect(refusal != nil, "\(vector.id) was accepted: \(vector.reason)")
            }
        }
    }

    @Test func `valid ML-DSA credentials are refused as not allowed`() throws {
        for vector in try WebAuthnVectors.all.get() where vector.needsMLDSA && vector.isValid {
            #expect(try Self.refusal(vector)?.code == .algorithmNotAllowed, "\(vector.id)")
        }
    }

    @Test func `refusals are for the stated reason`() throws {
        for vector in try WebAuthnVectors.all.get() where !vector.isValid && !vector.needsMLDSA {
            // Hostile bytes may be found malformed before the check that the vector is about.
            if vector.id.hasPrefix("syn-hostile-") { continue }
            guard let refusal = try Self.refusal(vector), let codes = Self.codes[vector.reason] else { continue }
            #expect(codes.contains(refusal.code), "\(vector.id): \(vector.reason), not \(refusal)")
        }
    }

    /// What the response is refused for; nil if it is accepted.
    static func refusal(_ vector: WebAuthnVector) throws -> WebAuthnRefusal? {
        do {
            if vector.isRegistration {
                let response = try RegistrationResponse.parse(vector.response, requiringType: true)
                _ = try RegistrationVerifier.verify(response, expecting: vector.registration, at: vector.time)
            } else {
                let response = try AuthenticationResponse.parse(vector.response, requiringType: true)
                _ = try AuthenticationVerifier.verify(
                    response, expecting: vector.authentication, credential: try #require(vector.credential))
            }
            return nil
        } catch let refusal as WebAuthnRefusal {
            return refusal
        }
    }

    /// The vectors' words and the public codes. A malformed part may be found by the check before or after it.
    private static let codes: [String: Set<WebAuthnCode>] = [
        "malformed": [.credentialMalformed, .attestationInvalid, .algorithmNotAllowed],
        "type_mismatch": [.typeMismatch],
        "challenge_mismatch": [.challengeUnknown],
        "origin_mismatch": [.originNotAllowed],
        "cross_origin_not_allowed": [.crossOriginNotAllowed],
        "top_origin_not_allowed": [.crossOriginNotAllowed],
        "rp_id_mismatch": [.rpIDMismatch],
        "up_missing": [.userPresenceMissing],
        "uv_missing": [.userVerificationMissing],
        "backup_state_invalid": [.backupFlagsInvalid],
        "backup_eligibility_changed": [.backupFlagsInvalid],
        "alg_not_allowed": [.algorithmNotAllowed],
        "unsupported_format": [.attestationInvalid],
        "bad_attestation": [.attestationInvalid, .credentialMalformed],
        "attestation_untrusted": [.attestationUntrusted, .attestationRequired],
        "credential_id_too_long": [.credentialMalformed],
        "credential_id_mismatch": [.credentialMalformed],
        "credential_not_allowed": [.credentialNotAllowed],
        "user_handle_mismatch": [.userHandleMismatch],
        "user_handle_missing": [.userHandleMismatch],
        "bad_signature": [.signatureInvalid],
        "sign_count_regression": [.counterRegressed],
    ]
}

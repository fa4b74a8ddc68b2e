import CBOR
import Crypto

/// The attestation statement format `android-key` (WebAuthn §8.4): the Android Keystore describes the credential's key in
/// a certificate that leads to Google.
enum AndroidKeyAttestation {
    private static let keyDescription = "1.3.6.1.4.1.11129.2.1.17"
    /// `KM_ORIGIN_GENERATED`
    private static let generated: Int64 = 0
    /// `KM_PURPOSE_SIGN`
    private static let sign: Int64 = 2

    /// Verifies the statement. The chain is not judged here.
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        guard let algorithm = statement[text: "alg"]?.integer, let signature = statement[text: "sig"]?.bytes
        else { throw AndroidKeyFault.shape.refusal }
        let reader = StatementReader(format: .androidKey, statement: statement)
        guard let chain = try reader.chain(), let leaf = chain.first else { throw AndroidKeyFault.certificates.refusal }
        guard let scheme = COSEAlgorithm(rawValue: algorithm)?.signature else {
            throw AndroidKeyFault.algorithm.refusal
        }
        guard let key = try? leaf.publicKey,
            key.isValid(signature: signature, for: context.signedBytes, algorithm: scheme)
        else { throw AndroidKeyFault.signature.refusal }
        guard key == context.credentialKey.publicKey else { throw AndroidKeyFault.keyMismatch.refusal }
        guard let value = leaf.extension(keyDescription)?.value,
            let description = AndroidKeyDescription(parsing: value)
        else { throw AndroidKeyFault.description.refusal }
        guard description.challenge == context.clientDataHash else { throw AndroidKeyFault.challenge.refusal }
        try check(description, context.policy)
        return AttestationEvidence(format: .androidKey, type: .basic, chain: chain)
    }

    private static func check(
        _ description: AndroidKeyDescription, _ policy: AttestationPolicy
    ) throws(WebAuthnRefusal) {
        let both = [description.softwareEnforced, description.teeEnforced]
        guard !both.contains(where: \.isForAllApplications) else { throw AndroidKeyFault.allApplications.refusal }
        if policy.androidKeyListsMayBeEmpty && both.allSatisfy(\.isEmpty) { return }
        let lists = policy.androidKeyAllowsSoftware ? both : [description.teeEnforced]
        let origins = lists.compactMap(\.origin)
        guard !origins.isEmpty, origins.allSatisfy({ $0 == generated }) else { throw AndroidKeyFault.origin.refusal }
        guard lists.contains(where: { $0.purposes.contains(sign) }) else { throw AndroidKeyFault.purpose.refusal }
    }
}

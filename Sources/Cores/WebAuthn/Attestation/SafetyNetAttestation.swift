import CBOR
import Crypto
import FoundationEssentials
import JOSE
import JSON
import Text

/// The attestation statement format `android-safetynet` (WebAuthn §8.5). Google has shut the service down, so the format
/// is off unless a tenant asks for it.
enum SafetyNetAttestation {
    private static let host = "attest.android.com"

    /// Verifies the statement. The chain is not judged here.
    static func verify(
        _ statement: CBORMap, _ context: AttestationContext
    ) throws(WebAuthnRefusal) -> AttestationEvidence {
        guard let version = statement[text: "ver"]?.text, let response = statement[text: "response"]?.bytes else {
            throw SafetyNetFault.shape.refusal
        }
        guard !version.isEmpty else { throw SafetyNetFault.version.refusal }
        guard let text = String(validating: response, as: UTF8.self), let jws = try? CompactJWS(parsing: text),
            let payload = try? JSONReader.parse(jws.payload)
        else { throw SafetyNetFault.response.refusal }
        guard let chain = try? jws.certificates(), let leaf = chain.first else {
            throw SafetyNetFault.certificates.refusal
        }
        guard leaf.isIssued(toHost: host) else { throw SafetyNetFault.hostName.refusal }
        guard let key = try? leaf.publicKey, (try? jws.verify(with: key, allowed: [.rs256, .es256])) != nil
        else { throw SafetyNetFault.signature.refusal }
        try check(payload, context)
        return AttestationEvidence(format: .androidSafetyNet, type: .basic, chain: chain)
    }

    private static func check(_ payload: JSONValue, _ context: AttestationContext) throws(WebAuthnRefusal) {
        let nonce = Base64.encode(Digest.sha256(context.signedBytes))
        guard payload["nonce"]?.string?.isByteEqual(to: nonce) == true else { throw SafetyNetFault.nonce.refusal }
        guard payload["ctsProfileMatch"]?.bool == true else { throw SafetyNetFault.integrity.refusal }
        guard let window = context.policy.safetyNetWindow else { return }
        // Devices' and servers' clocks differ, so the window reaches into the future as well.
        guard let milliseconds = payload["timestampMs"]?.integer,
            abs(Double(milliseconds) / 1000 - context.at.timeIntervalSince1970) <= window
        else { throw SafetyNetFault.timestamp.refusal }
    }
}

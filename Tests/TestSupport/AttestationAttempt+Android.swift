import Crypto
import JSON
import Text

extension AttestationAttempt {
    /// §8.4: the certificate certifies the credential's key and describes it.
    func androidKey() throws -> CBORItem {
        var description = SoftwareKeyDescription(challenge: clientDataHash)
        plan.keyDescription(&description)
        let template = CertificateTemplate(
            subject: [.commonName("Android Keystore Key")],
            extensions: [
                .basicConstraints(isCA: false),
                CertificateExtension(oid: "1.3.6.1.4.1.11129.2.1.17", isCritical: false, value: description.encoded),
            ])
        return [
            "alg": .integer(Int64(credential.key.algorithm)),
            "sig": try signature(signedBytes, by: credential.key),
            "x5c": try x5c(template, for: plan.attestationKey ?? credential.key),
        ]
    }

    /// §8.5: an answer of Google's server, signed as a JWS.
    func androidSafetyNet() throws -> CBORItem {
        let key = try plan.attestationKey ?? SoftwareAttestationAuthority.sharedRSAKey()
        let template = CertificateTemplate(
            subject: [.commonName("attest.android.com")],
            extensions: [.basicConstraints(isCA: false), .subjectAlternativeName(dns: ["attest.android.com"])])
        let x5c = try chain(template, for: key).map { JSONValue.string(Base64.encode($0)) }
        var header: JSONObject = ["alg": "RS256", "x5c": .array(x5c)]
        plan.safetyNetHeader(&header)
        var payload: JSONObject = [
            "nonce": .string(Base64.encode(Digest.sha256(signedBytes))), "timestampMs": 1_767_225_600_000,
            "apkPackageName": "com.google.android.gms", "ctsProfileMatch": true, "basicIntegrity": true,
        ]
        plan.safetyNetPayload(&payload)
        let signed = [header, payload].map { Base64URL.encode(JSONValue.object($0).serialized()) }
            .joined(separator: ".")
        var signature = try (plan.signer ?? key).sign(Array(signed.utf8))
        plan.signature(&signature)
        let response = signed + "." + Base64URL.encode(signature)
        return ["ver": "14799021", "response": .bytes(Array(response.utf8))]
    }
}

/// Android's `KeyDescription` (version 3), as Keymaster puts it into a certificate.
package struct SoftwareKeyDescription: Sendable {
    /// 0 software, 1 trusted environment, 2 StrongBox.
    package var securityLevel = 1
    /// `attestationChallenge`.
    package var challenge: [UInt8]
    /// The elements of `softwareEnforced`.
    package var softwareEnforced: [[UInt8]] = []
    /// The elements of `teeEnforced`: purpose SIGN, algorithm EC, origin GENERATED.
    package var teeEnforced: [[UInt8]] = [purpose(2), DER.explicit(2, DER.integer(3)), origin(0)]

    /// A valid description for that client data hash.
    package init(challenge: [UInt8]) { self.challenge = challenge }

    /// `purpose [1] EXPLICIT SET OF INTEGER`
    package static func purpose(_ values: Int...) -> [UInt8] {
        DER.explicit(1, DER.set(of: values.map(DER.integer)))
    }

    /// `origin [702] EXPLICIT INTEGER`
    package static func origin(_ value: Int) -> [UInt8] { DER.explicit(702, DER.integer(value)) }

    /// `allApplications [600] EXPLICIT NULL`
    package static var allApplications: [UInt8] { DER.explicit(600, DER.null) }

    /// The extension's value.
    package var encoded: [UInt8] {
        DER.sequence(
            DER.integer(3), DER.enumerated(securityLevel), DER.integer(4), DER.enumerated(securityLevel),
            DER.octetString(challenge), DER.octetString([]), DER.sequence(of: softwareEnforced),
            DER.sequence(of: teeEnforced))
    }
}

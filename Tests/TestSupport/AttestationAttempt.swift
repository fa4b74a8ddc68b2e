import Crypto

/// What every attestation statement is made from.
struct AttestationAttempt {
    let plan: SoftwareAuthenticatorPlan
    let credential: SoftwareAuthenticator.Credential
    let clientDataHash: [UInt8]
    let authenticatorData: [UInt8]
    let authority: SoftwareAttestationAuthority?
    let random: RandomBytes

    /// What nearly all formats sign or hash.
    var signedBytes: [UInt8] { authenticatorData + clientDataHash }

    /// The AAGUID as the authenticator data has it, for the certificate's extension.
    var aaguid: [UInt8] { Array(authenticatorData.dropFirst(37).prefix(16)) }

    /// The attestation object's bytes.
    func attestationObject() throws -> [UInt8] {
        var object: CBORItem = [
            "fmt": .text(plan.attestation.name), "attStmt": try statement(plan.attestation),
            "authData": .bytes(authenticatorData),
        ]
        plan.attestationObject(&object)
        return CBORWriter.encode(object)
    }

    private func statement(_ attestation: SoftwareAttestation) throws -> CBORItem {
        var statement =
            switch attestation {
            case .none: CBORItem.map([])
            case .packedSelf: try packedSelf()
            case .packedCertificate: try packedCertificate()
            case .fidoU2F: try fidoU2F()
            case .apple: try apple()
            case .androidKey: try androidKey()
            case .androidSafetyNet: try androidSafetyNet()
            case .tpm: try tpm()
            case .compound(let parts): try compound(parts)
            }
        plan.statement(&statement)
        return statement
    }

    private func compound(_ parts: [SoftwareAttestation]) throws -> CBORItem {
        .array(try parts.map { ["fmt": .text($0.name), "attStmt": try statement($0)] })
    }

    /// The signature of the right key, unless the plan says otherwise.
    func signature(_ message: [UInt8], by key: SoftwareKey) throws -> CBORItem {
        var signature = try (plan.signer ?? key).sign(message)
        plan.signature(&signature)
        return .bytes(signature)
    }

    /// `x5c` with a certificate made from the template.
    func chain(_ template: CertificateTemplate, for key: SoftwareKey) throws -> [[UInt8]] {
        let authority = try self.authority ?? .shared()
        return try authority.chain(template.with(plan.certificate), for: key.privateKey.publicKey)
    }

    /// `x5c` as a statement holds it.
    func x5c(_ template: CertificateTemplate, for key: SoftwareKey) throws -> CBORItem {
        .array(try chain(template, for: key).map(CBORItem.bytes))
    }

    /// id-fido-gen-ce-aaguid (WebAuthn §8.2.1).
    var aaguidExtension: CertificateExtension {
        CertificateExtension(oid: "1.3.6.1.4.1.45724.1.1.4", isCritical: false, value: DER.octetString(aaguid))
    }
}

extension SoftwareAttestation {
    /// The statement's format identifier.
    var name: String {
        switch self {
        case .none: "none"
        case .packedSelf, .packedCertificate: "packed"
        case .fidoU2F: "fido-u2f"
        case .apple: "apple"
        case .androidKey: "android-key"
        case .androidSafetyNet: "android-safetynet"
        case .tpm: "tpm"
        case .compound: "compound"
        }
    }
}

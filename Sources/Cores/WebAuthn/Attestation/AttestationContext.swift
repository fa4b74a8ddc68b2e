package import Crypto
package import FoundationEssentials

/// What an attestation statement is verified against.
package struct AttestationContext: Sendable {
    /// The authenticator data, parsed and as signed.
    package let authenticatorData: AuthenticatorData
    /// The new credential in it.
    package let credential: AuthenticatorData.AttestedCredentialData
    /// SHA-256 of the client data.
    package let clientDataHash: [UInt8]
    /// The credential public key.
    package let credentialKey: COSEKey
    /// The tenant's policy.
    package let policy: AttestationPolicy
    /// The time of the ceremony.
    package let at: Date

    /// authenticatorData ‖ clientDataHash, which most formats sign.
    package var signedBytes: [UInt8] { authenticatorData.raw + clientDataHash }
}

/// What a statement turned out to be. Whether it is trusted is judged elsewhere, for all formats alike.
package struct AttestationEvidence: Sendable {
    /// Its kind.
    package let type: AttestationType
    /// The certificates it came with, leaf first; empty for none and self.
    package let chain: [Certificate]
    /// The format whose roots count.
    package let format: AttestationFormat
    /// The statements of a compound one.
    package var parts: [AttestationEvidence] = []
    /// Critical extensions of the chain that the format itself has read.
    package var handledExtensions: Set<String> = []

    /// Evidence of one statement.
    package init(
        format: AttestationFormat, type: AttestationType, chain: [Certificate] = [],
        handledExtensions: Set<String> = []
    ) {
        self.format = format
        self.type = type
        self.chain = chain
        self.handledExtensions = handledExtensions
    }
}

/// What is kept of a registration's attestation.
package struct AttestationResult: Sendable, Equatable {
    /// The format's name on the wire.
    package let format: String
    /// Its kind.
    package let type: AttestationType
    /// Whether it leads to a root that this tenant trusts.
    package let trusted: Bool

    /// A result.
    package init(format: String, type: AttestationType, trusted: Bool) {
        self.format = format
        self.type = type
        self.trusted = trusted
    }
}

package import Crypto

/// The maker's certificates behind the software authenticator's attestations: a root and an intermediate. Servers trust
/// `root`; statements carry the leaf and the intermediate.
package struct SoftwareAttestationAuthority: Sendable {
    /// The trust anchor.
    package let root: TestCertificateAuthority
    /// Signs the attestation certificates.
    package let intermediate: TestCertificateAuthority

    /// Fresh keys.
    package init() throws {
        root = try .selfSigned(.authority("Software Authenticator Root"))
        intermediate = try root.issue(.authority("Software Authenticator Issuing CA"))
    }

    private static let stored = Result { try SoftwareAttestationAuthority() }
    private static let storedRSAKey = Result { try SoftwareKey(generating: -257) }

    /// One for the whole process.
    package static func shared() throws -> SoftwareAttestationAuthority { try stored.get() }

    /// An RSA key for the whole process, because making one is slow.
    package static func sharedRSAKey() throws -> SoftwareKey { try storedRSAKey.get() }

    /// The leaf and the intermediate in DER, as `x5c` holds them.
    package func chain(_ template: CertificateTemplate, for key: PublicKey) throws -> [[UInt8]] {
        [try intermediate.issueDER(template, for: key), intermediate.certificate.der]
    }
}

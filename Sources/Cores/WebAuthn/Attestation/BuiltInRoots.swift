package import Crypto

/// The vendors' published roots that come with the program, in `Roots`.
package enum BuiltInRoots {
    /// The anchors of a format's chains. TPM, U2F and packed chains have none: those are trusted only through a
    /// tenant's CAs or a metadata file.
    package static func certificates(_ format: AttestationFormat) -> [Certificate] {
        switch format {
        case .apple: apple
        case .androidKey: google
        case .androidSafetyNet: globalSign
        case .none, .packed, .tpm, .fidoU2F, .compound: []
        }
    }

    /// The anchors of the FIDO Alliance's metadata file: GlobalSign Root R46 (SHA-256 4fa3126d…3c40c9) since August
    /// 2026, and Root CA - R3 (SHA-256 cbb522d7…63c53b), which came before and cross-signs R46 until 2029.
    package static let metadata =
        read(PackageResources.globalsign_root_r46_pem) + read(PackageResources.globalsign_root_ca_r3_pem)

    private static let globalSign = read(PackageResources.globalsign_root_ca_pem)
    private static let apple = read(PackageResources.apple_webauthn_root_ca_pem)
    private static let google =
        read(PackageResources.google_hardware_attestation_root_2_pem)
        + read(PackageResources.google_hardware_attestation_root_3_pem)
        + read(PackageResources.google_hardware_attestation_root_4_pem)
        + read(PackageResources.google_hardware_attestation_root_5_pem)

    private static func read(_ pem: [UInt8]) -> [Certificate] { (try? Certificate.pem(pem)) ?? [] }
}

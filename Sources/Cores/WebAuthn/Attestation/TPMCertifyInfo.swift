/// `TPMS_ATTEST` of a certified key (TPM 2.0 Library part 2, §10.12.8): what the attestation key signed.
package struct TPMCertifyInfo: Sendable, Equatable {
    /// `TPM_GENERATED_VALUE`: the TPM itself made the structure.
    package static let generatedMagic: UInt32 = 0xFF54_4347
    /// `TPM_ST_ATTEST_CERTIFY`
    package static let certifyType: UInt16 = 0x8017

    /// Must be `generatedMagic`.
    package let magic: UInt32
    /// Must be `certifyType`.
    package let type: UInt16
    /// What the caller asked the TPM to sign along: the hash over authenticator data and client data hash.
    package let extraData: [UInt8]
    /// The name of the certified key: its name algorithm and the hash of its public area.
    package let name: [UInt8]

    /// Reads the whole of the bytes; nil when they are cut short or go on too long. `qualifiedSigner`, `clockInfo`,
    /// `firmwareVersion` and `qualifiedName` are passed over, as WebAuthn §8.3 says.
    package init?(parsing bytes: [UInt8]) {
        var reader = TPMReader(bytes)
        let clockAndFirmware = 8 + 4 + 4 + 1 + 8
        guard let magic = reader.uint32(), let type = reader.uint16(), reader.sized() != nil,
            let extraData = reader.sized(), reader.take(clockAndFirmware) != nil,
            let name = reader.sized(), reader.sized() != nil, reader.isAtEnd
        else { return nil }
        self.magic = magic
        self.type = type
        self.extraData = extraData
        self.name = name
    }
}

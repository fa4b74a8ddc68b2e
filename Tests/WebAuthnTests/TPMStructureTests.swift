import Testing
import WebAuthn

@Suite struct TPMStructureTests {
    /// An ECC P-256 signing key without policy or schemes.
    static let ecc: [UInt8] =
        [0x00, 0x23, 0x00, 0x0B, 0x00, 0x06, 0x04, 0x72, 0x00, 0x00, 0x00, 0x10, 0x00, 0x10, 0x00, 0x03, 0x00, 0x10]
        + [0x00, 0x02, 0xAA, 0xBB, 0x00, 0x01, 0xCC]
    /// An RSA key with a policy and the scheme RSASSA with SHA-256, its exponent left at the default.
    static let rsa: [UInt8] =
        [0x00, 0x01, 0x00, 0x04, 0x00, 0x06, 0x04, 0x72, 0x00, 0x02, 0x99, 0x99, 0x00, 0x10]
        + [0x00, 0x14, 0x00, 0x0B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x01, 0x23]
    static let certify: [UInt8] =
        [0xFF, 0x54, 0x43, 0x47, 0x80, 0x17, 0x00, 0x01, 0xAA, 0x00, 0x02, 0xBB, 0xCC]
        + [UInt8](repeating: 0x33, count: 25) + [0x00, 0x01, 0xDD, 0x00, 0x00]

    @Test func `An elliptic key is read`() throws {
        let area = try #require(TPMPublicArea(parsing: Self.ecc))
        #expect(area.key == .ecc(curve: 3, x: [0xAA, 0xBB], y: [0xCC]))
        #expect(area.nameAlgorithm == 0x000B)
    }

    @Test func `An RSA key is read, and exponent 0 means 65537`() throws {
        let area = try #require(TPMPublicArea(parsing: Self.rsa))
        #expect(area.key == .rsa(modulus: [0x01, 0x23], exponent: 65_537))
        #expect(area.nameAlgorithm == 0x0004)
    }

    @Test func `A certify info is read whatever its clock says`() throws {
        let info = try #require(TPMCertifyInfo(parsing: Self.certify))
        #expect(info.magic == TPMCertifyInfo.generatedMagic)
        #expect(info.type == TPMCertifyInfo.certifyType)
        #expect(info.extraData == [0xBB, 0xCC])
        #expect(info.name == [0xDD])
    }

    @Test func `Nothing cut short or followed by bytes is read`() {
        for count in 0..<Self.ecc.count { #expect(TPMPublicArea(parsing: Array(Self.ecc.prefix(count))) == nil) }
        for count in 0..<Self.rsa.count { #expect(TPMPublicArea(parsing: Array(Self.rsa.prefix(count))) == nil) }
        for count in 0..<Self.certify.count {
            #expect(TPMCertifyInfo(parsing: Array(Self.certify.prefix(count))) == nil)
        }
        #expect(TPMPublicArea(parsing: Self.ecc + [0]) == nil)
        #expect(TPMPublicArea(parsing: Self.rsa + [0]) == nil)
        #expect(TPMCertifyInfo(parsing: Self.certify + [0]) == nil)
    }

    @Test(arguments: [ecc, rsa, certify])
    func `No flipped bit does harm`(valid: [UInt8]) {
        for index in valid.indices {
            for bit in 0..<8 {
                var bytes = valid
                bytes[index] ^= 1 << bit
                _ = TPMPublicArea(parsing: bytes)?.publicKey
                _ = TPMCertifyInfo(parsing: bytes)
            }
        }
    }

    @Test func `Objects that are no signing keys are not read`() {
        var keyedHash = Self.ecc
        keyedHash[1] = 0x08
        #expect(TPMPublicArea(parsing: keyedHash) == nil)
    }

    @Test(
        arguments: [
            ([0x00, 0x10], [0x00, 0x10]), ([0x00, 0x18, 0x00, 0x0B], [0x00, 0x10]),
            ([0x00, 0x1A, 0x00, 0x0B, 0x00, 0x01], [0x00, 0x10]), ([0x00, 0x10], [0x00, 0x20, 0x00, 0x0B]),
        ] as [([UInt8], [UInt8])])
    func `Schemes of any length are passed over`(scheme: [UInt8], derivation: [UInt8]) {
        let parts = [Array(Self.ecc.prefix(12)), scheme, [0x00, 0x04], derivation, [0x00, 0x01, 0x07, 0x00, 0x00]]
        let area = TPMPublicArea(parsing: parts.flatMap { $0 })
        #expect(area?.key == .ecc(curve: 4, x: [0x07], y: []))
    }
}

/// The TPM makers of the TCG's vendor registry, by the four bytes that an AIK certificate writes as `id:` and eight
/// hexadecimal digits. The registry grows, so a tenant may accept unknown makers by policy.
enum TPMVendors {
    /// Registered capability identifiers; short names are filled with NUL or, for two makers, a space.
    private static let identifiers: Set<String> = [
        "414D4400",  // AMD
        "414E5400",  // Ant Group
        "41544D4C",  // Atmel
        "4252434D",  // Broadcom
        "4353434F",  // Cisco
        "464C5953",  // Flyslice Technologies
        "474F4F47",  // Google
        "48495349",  // Huawei
        "48504500",  // HPE
        "48504900",  // HPI
        "49424D00",  // IBM
        "49465800",  // Infineon
        "494E5443",  // Intel
        "4C454E00",  // Lenovo
        "4D534654",  // Microsoft
        "4E534700",  // NSING
        "4E534D20",  // National Semiconductor
        "4E544300",  // Nuvoton
        "4E545A00",  // Nationz
        "51434F4D",  // Qualcomm
        "524F4343",  // Rockchip
        "53454345",  // SecEdge
        "5345414C",  // Wisekey
        "534D5343",  // SMSC
        "534D534E",  // Samsung
        "534E5300",  // Sinosun
        "53544D20",  // STMicroelectronics
        "54584E00",  // Texas Instruments
        "57454300",  // Winbond
    ]

    /// Whether `text` is `id:` and a registered identifier; certificates spell the digits in either case.
    static func isRegistered(_ text: String) -> Bool {
        text.utf8.starts(with: "id:".utf8) && identifiers.contains(text.dropFirst(3).uppercased())
    }
}

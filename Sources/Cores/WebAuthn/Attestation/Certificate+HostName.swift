import Crypto
import Text

extension Certificate {
    /// Whether the certificate is for exactly this host: among its DNS names, or as its common name when it has none.
    func isIssued(toHost host: String) -> Bool {
        let names = subjectAlternativeNames.dns
        guard names.isEmpty else { return names.contains { $0.lowercased().isByteEqual(to: host) } }
        return subject.contains { $0.oid == "2.5.4.3" && $0.value.lowercased().isByteEqual(to: host) }
    }
}

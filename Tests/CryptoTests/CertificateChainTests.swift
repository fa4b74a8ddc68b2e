import Crypto
import FoundationEssentials
import TestSupport
import Testing

/// A root, two intermediates and a leaf that verify; each test breaks one thing.
private struct Chain {
    static let now = Date(timeIntervalSince1970: 1_750_000_000)
    static let past = Date(timeIntervalSince1970: 1_700_000_000)
    static let future = Date(timeIntervalSince1970: 1_800_000_000)

    var root: TestCertificateAuthority
    var first: TestCertificateAuthority
    var second: TestCertificateAuthority
    var leaf: Certificate

    init(
        root: CertificateTemplate = .authority("Root"), first: CertificateTemplate = .authority("First"),
        second: CertificateTemplate = .authority("Second"), leaf: CertificateTemplate = .leaf("Leaf"),
        kind: KeyKind = .ec(.p256)
    ) throws {
        self.root = try .selfSigned(root, kind: kind)
        self.first = try self.root.issue(first)
        self.second = try self.first.issue(second)
        self.leaf = try self.second.issue(leaf).certificate
    }

    var intermediates: [Certificate] { [second.certificate, first.certificate] }

    func verify(
        _ intermediates: [Certificate]? = nil, to anchors: [Certificate]? = nil, handled: Set<String> = []
    ) -> CertificateChainError? {
        do throws(CertificateChainError) {
            try CertificateChain.verify(
                leaf: leaf, intermediates: intermediates ?? self.intermediates,
                anchors: anchors ?? [root.certificate], at: Self.now, handledExtensions: handled)
            return nil
        } catch {
            return error
        }
    }
}

struct CertificateChainTests {
    private let unknown = CertificateExtension(oid: "1.3.6.1.4.1.55555.1", isCritical: true, value: DER.null)

    @Test("A chain leads to its root whatever the order and the company of the intermediates")
    func paths() throws {
        let chain = try Chain()
        let stranger = try Chain(first: .authority("Strange first"), second: .authority("Strange second"))
        #expect(chain.verify() == nil)
        #expect(chain.verify(chain.intermediates.reversed()) == nil)
        #expect(chain.verify(chain.intermediates + [chain.root.certificate]) == nil)
        #expect(chain.verify(stranger.intermediates + chain.intermediates) == nil)
        #expect(chain.verify([chain.leaf] + chain.intermediates) == nil)
        #expect(chain.verify(to: [stranger.leaf, chain.root.certificate]) == nil)
    }

    @Test("An anchor may be an intermediate or the leaf itself")
    func partialChains() throws {
        let chain = try Chain()
        #expect(chain.verify([], to: [chain.second.certificate]) == nil)
        #expect(chain.verify(to: [chain.first.certificate]) == nil)
        #expect(chain.verify([chain.second.certificate], to: [chain.first.certificate]) == nil)
        #expect(chain.verify([], to: [chain.leaf]) == nil)
        let selfSigned = try TestCertificateAuthority.selfSigned(.leaf("Alone")).certificate
        try CertificateChain.verify(leaf: selfSigned, intermediates: [], anchors: [selfSigned], at: Chain.now)
        #expect(throws: CertificateChainError.untrusted) {
            try CertificateChain.verify(leaf: selfSigned, intermediates: [], anchors: [], at: Chain.now)
        }
    }

    @Test("Without a path there is no trust")
    func untrusted() throws {
        let chain = try Chain()
        let other = try TestCertificateAuthority.selfSigned(.authority("Other")).certificate
        #expect(chain.verify([]) == .untrusted)
        #expect(chain.verify([chain.second.certificate]) == .untrusted)
        #expect(chain.verify(to: []) == .untrusted)
        #expect(chain.verify(to: [other]) == .untrusted)
        #expect(chain.verify(chain.intermediates + [chain.root.certificate], to: [other]) == .untrusted)
        // The right name on another key.
        let namesake = try TestCertificateAuthority.selfSigned(.authority("Root")).certificate
        #expect(chain.verify(to: [namesake]) == .badSignature)
    }

    @Test("An anchor is found among others of its name")
    func namesakes() throws {
        let chain = try Chain()
        let others = try (0..<3).map { _ in try TestCertificateAuthority.selfSigned(.authority("Root")).certificate }
        #expect(chain.verify(to: others + [chain.root.certificate]) == nil)
        #expect(chain.verify(to: [chain.root.certificate] + others) == nil)
        #expect(chain.verify(to: others) == .badSignature)
    }

    @Test("Leaf and intermediates must be valid at the time, a copy of the root may have expired")
    func validity() throws {
        let expired = { (template: CertificateTemplate) in template.with { $0.notAfter = Chain.past } }
        let early = { (template: CertificateTemplate) in template.with { $0.notBefore = Chain.future } }
        #expect(try Chain(leaf: expired(.leaf("Leaf"))).verify() == .expired)
        #expect(try Chain(leaf: early(.leaf("Leaf"))).verify() == .notYetValid)
        #expect(try Chain(second: expired(.authority("Second"))).verify() == .expired)
        #expect(try Chain(first: early(.authority("First"))).verify() == .notYetValid)
        #expect(try Chain(root: expired(.authority("Root"))).verify() == nil)
        #expect(try Chain(root: early(.authority("Root"))).verify() == .notYetValid)
        let leafAnchor = try Chain(leaf: expired(.leaf("Leaf")))
        #expect(leafAnchor.verify([], to: [leafAnchor.leaf]) == .expired)
        // The tolerance is for the anchor only, not for everything below it.
        let both = try Chain(root: expired(.authority("Root")), second: expired(.authority("Second")))
        #expect(both.verify() == .expired)
    }

    @Test("Whoever signs between leaf and anchor must say that it is a CA")
    func authorities() throws {
        #expect(try Chain(second: .leaf("Second")).verify() == .notCA)
        let silent = CertificateTemplate(subject: [.commonName("Second")])
        #expect(try Chain(second: silent).verify() == .notCA)
        let onlyUsage = silent.with { $0.extensions = [.keyUsage(0x04)] }
        #expect(try Chain(second: onlyUsage).verify() == .notCA)
        let noCertSign = CertificateTemplate(
            subject: [.commonName("Second")], extensions: [.basicConstraints(isCA: true), .keyUsage(0x80)])
        #expect(try Chain(second: noCertSign).verify() == .notCA)
        let short = CertificateTemplate(
            subject: [.commonName("First")],
            extensions: [.basicConstraints(isCA: true, pathLength: 0), .keyUsage(0x06)])
        #expect(try Chain(first: short).verify() == .other(25))
        let oldRoot = CertificateTemplate.authority("Root").with {
            $0.version = 1
            $0.extensions = []
        }
        #expect(try Chain(root: oldRoot).verify() == nil)
    }

    @Test("A critical extension is refused unless the caller handles it")
    func criticalExtensions() throws {
        let unknown = unknown
        let other = CertificateExtension(oid: "1.3.6.1.4.1.55555.2", isCritical: true, value: DER.null)
        let leaf = try Chain(leaf: CertificateTemplate.leaf("Leaf").with { $0.extensions.append(unknown) })
        #expect(leaf.verify() == .unknownCriticalExtension)
        #expect(leaf.verify(handled: [unknown.oid]) == nil)
        #expect(leaf.verify(handled: [other.oid]) == .unknownCriticalExtension)
        let two = try Chain(leaf: CertificateTemplate.leaf("Leaf").with { $0.extensions += [unknown, other] })
        #expect(two.verify(handled: [unknown.oid]) == .unknownCriticalExtension)
        let middle = try Chain(second: CertificateTemplate.authority("Second").with { $0.extensions.append(unknown) })
        #expect(middle.verify() == .unknownCriticalExtension)
        let names = CertificateExtension.subjectAlternativeName(
            directoryNames: [[.commonName("TPM")]], isCritical: true)
        let tpm = CertificateTemplate(subject: [], extensions: [.basicConstraints(isCA: false), names])
        #expect(try Chain(leaf: tpm).verify() == nil)
    }

    @Test("Chains are bounded")
    func bounds() throws {
        let chain = try Chain()
        #expect(chain.verify(Array(repeating: chain.second.certificate, count: 11)) == .tooLong)
        var authority = chain.root
        var path: [Certificate] = []
        for index in 0..<10 {
            authority = try authority.issue(.authority("CA \(index)"))
            path.append(authority.certificate)
        }
        let leaf = try authority.issue(.leaf("Deep")).certificate
        try CertificateChain.verify(
            leaf: leaf, intermediates: path, anchors: [chain.root.certificate], at: Chain.now)
    }

    @Test("Roots of every kind of key sign", arguments: [KeyKind.rsa(bits: 1024), .ec(.p384), .ec(.p521), .ed25519])
    func kinds(kind: KeyKind) throws {
        #expect(try Chain(kind: kind).verify() == nil)
    }

    @Test("One bit changed anywhere in a certificate breaks the chain")
    func oneBitOff() throws {
        let chain = try Chain()
        let good = chain.leaf.der
        for index in good.indices {
            for bit in [0x01, 0x20, 0x80] as [UInt8] {
                var der = good
                der[index] ^= bit
                guard let changed = try? Certificate(der: der) else { continue }
                #expect(throws: CertificateChainError.self, "byte \(index) bit \(bit)") {
                    try CertificateChain.verify(
                        leaf: changed, intermediates: chain.intermediates, anchors: [chain.root.certificate],
                        at: Chain.now)
                }
            }
        }
    }
}

import TestSupport
import WebAuthn

/// Keys that could never sign in are refused at registration, whatever the attestation's format.
extension BrokenRegistration {
    static let ellipticKeys: [BrokenRegistration] = [
        BrokenRegistration("no kty", .keyInvalid) { $0.coseKey = { $0.set(1, to: nil) } },
        BrokenRegistration("kty is text, as Firefox 117 had it", .keyInvalid) {
            $0.algorithm = -8
            $0.coseKey = { $0.set(1, to: "OKP") }
        },
        BrokenRegistration("no alg", .keyInvalid) { $0.coseKey = { $0.set(3, to: nil) } },
        BrokenRegistration("alg beyond 64 bits", .keyInvalid) {
            $0.coseKey = { $0.set(3, to: .raw([0x3B] + [UInt8](repeating: 0xFF, count: 8))) }
        },
        BrokenRegistration("kty of another kind", .keyInvalid) { $0.coseKey = { $0.set(1, to: 1) } },
        BrokenRegistration("crv of another algorithm", .keyInvalid) { $0.coseKey = { $0.set(-1, to: 2) } },
        BrokenRegistration("alg of another curve", .keyInvalid) { $0.coseKey = { $0.set(3, to: -35) } },
        BrokenRegistration("a compressed point", .keyInvalid) { $0.coseKey = { $0.set(-3, to: true) } },
        BrokenRegistration("no y", .keyInvalid) { $0.coseKey = { $0.set(-3, to: nil) } },
        BrokenRegistration("x is text", .keyInvalid) { $0.coseKey = { $0.set(-2, to: "x") } },
        BrokenRegistration("x of 31 bytes", .keyInvalid) {
            $0.coseKey = { $0.set(-2, to: .bytes([UInt8](repeating: 1, count: 31))) }
        },
        BrokenRegistration("x of 33 bytes", .keyInvalid) {
            $0.coseKey = { $0.set(-2, to: .bytes([UInt8](repeating: 0, count: 33))) }
        },
        BrokenRegistration("a point off its curve", .keyInvalid) {
            $0.coseKey = { $0.set(-2, to: .bytes([UInt8](repeating: 1, count: 32))) }
        },
        BrokenRegistration("the point at infinity", .keyInvalid) {
            $0.coseKey = {
                $0.set(-2, to: .bytes([UInt8](repeating: 0, count: 32)))
                $0.set(-3, to: .bytes([UInt8](repeating: 0, count: 32)))
            }
        },
    ]

    static let otherKeys: [BrokenRegistration] = [
        BrokenRegistration("Ed25519 of small order", .keyInvalid) {
            $0.algorithm = -8
            $0.coseKey = { $0.set(-2, to: .bytes([UInt8](repeating: 0, count: 32))) }
        },
        BrokenRegistration("Ed25519 of 31 bytes", .keyInvalid) {
            $0.algorithm = -8
            $0.coseKey = { $0.set(-2, to: .bytes([UInt8](repeating: 1, count: 31))) }
        },
        BrokenRegistration("X25519", .keyInvalid) {
            $0.algorithm = -8
            $0.coseKey = { $0.set(-1, to: 4) }
        },
        BrokenRegistration("Ed448's curve under EdDSA", .keyInvalid) {
            $0.algorithm = -53
            $0.coseKey = { $0.set(3, to: -8) }
        },
        BrokenRegistration("RSA with exponent 1", .keyInvalid) {
            $0.algorithm = -257
            $0.coseKey = { $0.set(-2, to: .bytes([1])) }
        },
        BrokenRegistration("RSA with an even exponent", .keyInvalid) {
            $0.algorithm = -257
            $0.coseKey = { $0.set(-2, to: .bytes([4])) }
        },
        BrokenRegistration("RSA of 512 bits", .keyInvalid) {
            $0.algorithm = -257
            $0.coseKey = { $0.set(-1, to: .bytes([UInt8](repeating: 0xFF, count: 64))) }
        },
        BrokenRegistration("RSA of 65,536 bits", .keyInvalid) {
            $0.algorithm = -257
            $0.coseKey = { $0.set(-1, to: .bytes([UInt8](repeating: 0xFF, count: 8192))) }
        },
        BrokenRegistration("the key is one byte", .malformed("authenticatorData")) {
            $0.coseKey = { $0 = .raw([0x04]) }
        },
        BrokenRegistration("a label twice", .malformed("authenticatorData")) {
            $0.coseKey = { key in
                if case .map(let entries) = key { key = .map(entries + entries.prefix(1)) }
            }
        },
    ]

    /// RS1 and ML-DSA among them.
    static let algorithms = ([-65_535, -48, -49, -50, -6, 0, 1, .min, .max] as [Int64]).map { algorithm in
        BrokenRegistration("alg \(algorithm)", .algorithmNotAllowed(algorithm)) {
            $0.coseKey = { $0.set(3, to: .integer(algorithm)) }
        }
    }
}

extension CBORItem {
    /// Sets the value under an integer label, or takes it out.
    fileprivate mutating func set(_ label: Int64, to value: CBORItem?) { self[.integer(label)] = value }
}

import Features
import Foundation
import Testing
import WebAuthn

/// Every code of the contract is reached by some test over HTTP.
@Suite struct CodeTests {
    @Test func `no code is without a test`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix("Tests.swift") || $0.hasSuffix("BrokenCeremony.swift")
        }
        let text = try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        // `server_error` is a fault of the gateway, which no request brings about.
        let codes = ProblemCode.allCases.map(\.rawValue) + WebAuthnCode.allCases.map(\.rawValue)
        let missing = codes.filter { !text.contains("\"\($0)\"") && $0 != ProblemCode.serverError.rawValue }
        #expect(missing == [])
    }
}

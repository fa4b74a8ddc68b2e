import Crypto
import Synchronization

// MARK: The authenticator's part

extension SoftwareAuthenticator {
    /// Bits of the flags byte (WebAuthn §6.1).
    private enum Flag {
        static let userPresent: UInt8 = 0x01
        static let userVerified: UInt8 = 0x04
        static let backupEligible: UInt8 = 0x08
        static let backedUp: UInt8 = 0x10
        static let attestedData: UInt8 = 0x40
        static let extensions: UInt8 = 0x80
    }

    func remember(_ credential: Credential) {
        state.withLock { state in
            if state.credentials.updateValue(credential, forKey: credential.id) == nil {
                state.order.append(credential.id)
            }
        }
    }

    func pick(rpID: String, allowed: [[UInt8]], _ plan: SoftwareAuthenticatorPlan) throws -> Credential {
        let found = state.withLock { state -> Credential? in
            if let id = plan.credentialID { return state.credentials[id] }
            let candidates = allowed.isEmpty ? state.order.reversed() : allowed
            return candidates.compactMap { state.credentials[$0] }.first { $0.rpID == rpID }
        }
        guard let found else { throw SoftwareAuthenticatorError.noCredential }
        return found
    }

    func authenticatorData(asserting credential: Credential, _ plan: SoftwareAuthenticatorPlan) -> [UInt8] {
        var bytes = header(credential.rpID, extraFlags: 0, plan)
        if let extensions = plan.extensions { bytes += CBORWriter.encode(extensions) }
        plan.authenticatorData(&bytes)
        return bytes
    }

    func authenticatorData(attesting credential: Credential, _ plan: SoftwareAuthenticatorPlan) -> [UInt8] {
        let hasNoModel = plan.attestation == .fidoU2F || plan.attestation == .apple
        var key = credential.key.coseKey
        plan.coseKey(&key)
        var bytes = header(credential.rpID, extraFlags: Flag.attestedData, plan)
        bytes += plan.aaguid ?? (hasNoModel ? [UInt8](repeating: 0, count: 16) : aaguid)
        bytes += bigEndian(UInt64(credential.id.count), 2) + credential.id + CBORWriter.encode(key)
        if let extensions = plan.extensions { bytes += CBORWriter.encode(extensions) }
        plan.authenticatorData(&bytes)
        return bytes
    }

    func header(_ rpID: String, extraFlags: UInt8, _ plan: SoftwareAuthenticatorPlan) -> [UInt8] {
        var flags = extraFlags
        if plan.userPresent { flags |= Flag.userPresent }
        if plan.userVerified { flags |= Flag.userVerified }
        if plan.backupEligible ?? isSynced { flags |= Flag.backupEligible }
        if plan.backedUp ?? isSynced { flags |= Flag.backedUp }
        if plan.extensions != nil { flags |= Flag.extensions }
        let own = state.withLock { state in
            state.counter &+= counterStep
            return state.counter
        }
        return Digest.sha256(Array((plan.rpID ?? rpID).utf8)) + [plan.flags ?? flags]
            + bigEndian(UInt64(plan.counter ?? own), 4)
    }
}

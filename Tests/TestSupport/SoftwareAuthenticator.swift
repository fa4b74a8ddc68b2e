package import Crypto
package import JSON
import Synchronization
import Text

/// Why the software authenticator or its client part does not answer; a browser would show these as DOM exceptions.
package enum SoftwareAuthenticatorError: Error, Equatable {
    /// The options lack a member that the ceremony needs.
    case badOptions(String)
    /// A credential of `excludeCredentials` is here (`InvalidStateError`).
    case excluded
    /// No credential fits (`NotAllowedError`).
    case noCredential
    /// The authenticator does not have that COSE algorithm, or none of those asked for.
    case unknownAlgorithm(Int)
    /// The statement cannot be made for that key.
    case impossibleAttestation
}

/// A WebAuthn authenticator and client in software: answers creation and request options as a browser would, and any
/// part of an answer can be broken through the plan. Sharing it between tasks is safe.
package final class SoftwareAuthenticator: Sendable {
    /// A credential the authenticator holds.
    package struct Credential: Sendable {
        /// The credential id.
        package let id: [UInt8]
        /// The RP ID it belongs to.
        package let rpID: String
        /// `user.id` of its registration.
        package let userHandle: [UInt8]
        /// Its key.
        package let key: SoftwareKey
    }

    struct State {
        var credentials: [[UInt8]: Credential] = [:]
        var order: [[UInt8]] = []
        var counter: UInt32
    }

    let aaguid: [UInt8]
    let authority: SoftwareAttestationAuthority?
    let isSynced: Bool
    let counterStep: UInt32
    let random: RandomBytes
    let state: Mutex<State>

    /// A synced platform authenticator with counter 0, or a device-bound one that counts by `counterStep`. Attestation
    /// certificates come from `authority`, or else from the one that the process shares.
    package init(
        aaguid: [UInt8] = [
            0x5A, 0xF7, 0xA7, 0xE0, 0x00, 0x00, 0x40, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01,
        ],
        isSynced: Bool = true, counterStep: UInt32 = 0, authority: SoftwareAttestationAuthority? = nil,
        random: RandomBytes = .system
    ) {
        self.aaguid = aaguid
        self.isSynced = isSynced
        self.counterStep = counterStep
        self.authority = authority
        self.random = random
        state = Mutex(State(counter: 0))
    }

    /// The credentials held, oldest first.
    package var credentials: [Credential] {
        state.withLock { state in state.order.compactMap { state.credentials[$0] } }
    }

    /// `navigator.credentials.create` on an origin: RegistrationResponseJSON for PublicKeyCredentialCreationOptionsJSON
    /// (bare or under `publicKey`).
    package func create(
        _ options: JSONValue, origin: String, _ configure: (inout SoftwareAuthenticatorPlan) -> Void = { _ in }
    ) throws -> JSONValue {
        var plan = SoftwareAuthenticatorPlan()
        configure(&plan)
        let options = options["publicKey"] ?? options
        let rpID = try Self.rpID(options["rp"]?["id"], origin: origin)
        try refuseExcluded(options, plan)
        let key = try SoftwareKey(generating: try Self.algorithm(options, plan))
        let credential = Credential(
            id: plan.credentialID ?? random(32), rpID: rpID,
            userHandle: try Self.bytes(options["user"]?["id"], "user.id"), key: key)
        let clientData = try Self.clientData("webauthn.create", options, origin, plan)
        let attempt = AttestationAttempt(
            plan: plan, credential: credential, clientDataHash: Digest.sha256(clientData),
            authenticatorData: authenticatorData(attesting: credential, plan), authority: authority, random: random)
        let object = try attempt.attestationObject()
        remember(credential)
        return credentialJSON(
            credential, plan,
            response: [
                "clientDataJSON": .string(Base64URL.encode(clientData)),
                "attestationObject": .string(Base64URL.encode(object)),
                "authenticatorData": .string(Base64URL.encode(attempt.authenticatorData)),
                "publicKey": .string(Base64URL.encode(try key.privateKey.publicKey.subjectPublicKeyInfo)),
                "publicKeyAlgorithm": .integer(Int64(key.algorithm)),
                "transports": ["internal", "hybrid"],
            ])
    }

    /// `navigator.credentials.get` on an origin: AuthenticationResponseJSON for PublicKeyCredentialRequestOptionsJSON
    /// (bare or under `publicKey`). Without `allowCredentials` the newest credential of the RP answers.
    package func get(
        _ options: JSONValue, origin: String, _ configure: (inout SoftwareAuthenticatorPlan) -> Void = { _ in }
    ) throws -> JSONValue {
        var plan = SoftwareAuthenticatorPlan()
        configure(&plan)
        let options = options["publicKey"] ?? options
        let rpID = try Self.rpID(options["rpId"], origin: origin)
        let allowed = try Self.descriptors(options["allowCredentials"])
        let credential = try pick(rpID: rpID, allowed: allowed, plan)
        let clientData = try Self.clientData("webauthn.get", options, origin, plan)
        let authenticatorData = authenticatorData(asserting: credential, plan)
        var signature = try (plan.signer ?? credential.key).sign(authenticatorData + Digest.sha256(clientData))
        plan.signature(&signature)
        var response: JSONObject = [
            "clientDataJSON": .string(Base64URL.encode(clientData)),
            "authenticatorData": .string(Base64URL.encode(authenticatorData)),
            "signature": .string(Base64URL.encode(signature)),
        ]
        let userHandle = plan.userHandle ?? credential.userHandle
        if !userHandle.isEmpty { response["userHandle"] = .string(Base64URL.encode(userHandle)) }
        return credentialJSON(credential, plan, response: response)
    }
}

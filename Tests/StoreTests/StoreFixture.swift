import Foundation
import Store
import Tenancy
import TestSupport
import Testing

/// The engines the conformance suites run on. Each makes an empty store.
enum Engine: String, CaseIterable, CustomTestStringConvertible {
    case sqlite

    var testDescription: String { rawValue }

    func open(in folder: TemporaryFolder) async throws -> Store {
        switch self {
        case .sqlite: try await Store.open(StoreSettings(folder: folder.path))
        }
    }
}

/// An empty store with two bound tenants.
struct StoreFixture {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    let folder = TemporaryFolder()
    let store: Store
    let acme: TenantID
    let other: TenantID

    init(_ engine: Engine) async throws {
        store = try await engine.open(in: folder)
        acme = try #require(TenantID("acme"))
        other = try #require(TenantID("other"))
        for tenant in [acme, other] {
            let binding = TenantBinding(
                issuer: "https://\(tenant.text).example", rpID: "example", hosts: ["\(tenant.text).example"])
            #expect(try await store.bindTenant(tenant, to: binding) == .bound)
        }
    }

    /// A new account with a passkey and a session, signed up.
    func person(
        _ number: Int = 1, username: String? = nil, in tenant: TenantID? = nil, now: Date = start
    ) async throws -> Person {
        let person = Person(number, username: username, now: now)
        #expect(try await store.signUp(person.signUp, in: tenant ?? acme, now: now) == .created)
        return person
    }
}

/// Records of one person, all derived from a number.
struct Person {
    let number: Int
    var account: Account
    var usernameKey: String?
    var passkey: Passkey
    var session: Session
    var challenge: SpentChallenge
    var event: Event

    init(_ number: Int, username: String? = nil, now: Date = StoreFixture.start) {
        self.number = number
        let id = AccountID(Self.bytes(number, 16))
        account = Account(
            id: id, subject: "sub-\(number)", userHandle: Self.bytes(number, 32), username: username,
            displayName: "Person \(number)", createdAt: now)
        usernameKey = username?.lowercased()
        passkey = Self.passkey(number, of: id, now: now)
        session = Self.session(number, of: id, by: "pk-\(number)", now: now)
        challenge = SpentChallenge(hash: Self.bytes(number, 32), expiresAt: now + 300)
        event = Self.event("sign_up", of: id, now: now)
    }

    var signUp: SignUp {
        SignUp(
            account: account, usernameKey: usernameKey, passkey: passkey, session: session, spending: challenge,
            event: event)
    }

    /// A sign-in with the next session and challenge.
    func signIn(
        _ next: Int, counter: CounterChange = .mustNotRegress(0), replacing: [UInt8]? = nil,
        now: Date = StoreFixture.start
    ) -> SignIn {
        SignIn(
            passkeyID: passkey.id, accountID: account.id,
            spending: SpentChallenge(hash: Self.bytes(next, 32), expiresAt: now + 300), counter: counter,
            backedUp: true, backupEligible: true, userVerified: true,
            session: Self.session(next, of: account.id, by: passkey.id, now: now), replacing: replacing,
            event: Self.event("sign_in", of: account.id, now: now))
    }

    /// A stored challenge of the person's session, and a further passkey that uses it.
    func addition(_ next: Int, now: Date = StoreFixture.start) -> (challenge: StoredChallenge, input: AddPasskey) {
        let hash = Self.bytes(next, 32)
        return (
            StoredChallenge(
                challengeHash: hash, kind: "registration", accountID: account.id, sessionID: session.id,
                payload: Array("{}".utf8), createdAt: now, expiresAt: now + 300),
            AddPasskey(
                passkey: Self.passkey(next, of: account.id, now: now), sessionID: session.id, challengeHash: hash,
                challengeKind: "registration", event: Self.event("passkey.added", of: account.id, now: now))
        )
    }

    static func passkey(_ number: Int, of account: AccountID, now: Date) -> Passkey {
        Passkey(
            id: "pk-\(number)", credentialID: bytes(number, 20), accountID: account, rpID: "example",
            publicKey: [1, 2, 3], signCount: 0, backupEligible: nil, backedUp: false, uvInitialized: false,
            aaguid: "00000000-0000-0000-0000-000000000000", transports: ["internal", "hybrid"], name: "Key \(number)",
            attestation: "none", attestationTrusted: false, createdAt: now)
    }

    static func session(_ number: Int, of account: AccountID, by passkey: String?, now: Date) -> Session {
        Session(
            id: "s-\(number)", tokenHash: bytes(number, 32), accountID: account, passkeyID: passkey, clientID: "app",
            clientProven: true, amr: ["swk", "user", "mfa"], acr: "phr", authTime: now, createdAt: now,
            idleExpiresAt: now + 1_000, expiresAt: now + 10_000, lastSeenAt: now,
            reauthenticationHash: bytes(number + 1, 32), reauthenticationExpiresAt: now + 600, kind: .bearer,
            userAgent: "Test/1", origin: "https://acme.example")
    }

    static func event(_ type: String, of account: AccountID? = nil, now: Date = StoreFixture.start) -> Event {
        Event(
            at: now, type: type, accountID: account, sessionID: "s", clientID: "app", address: "127.0.0.1",
            origin: "https://acme.example", requestID: "r", reason: nil, detail: #"{"a":1}"#)
    }

    /// Bytes that differ for different numbers.
    static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : UInt8(truncatingIfNeeded: $0) }
    }
}

/// Runs the same thing many times at once and gathers what came of it.
func race<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for index in 0..<count { group.addTask { try await body(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

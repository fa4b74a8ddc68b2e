import Crypto
import FoundationEssentials
import JSON
import Store
import Text

/// A registration under way that belongs to a session, as the store keeps it.
struct StoredRegistration {
    let ceremony: CeremonyState
    let isConditional: Bool

    init(ceremony: CeremonyState, isConditional: Bool) {
        self.ceremony = ceremony
        self.isConditional = isConditional
    }

    /// The length of a stored challenge: 32 bytes in base64url.
    static let challengeLength = 43

    /// The kind of the stored record.
    static let kind = "registration"

    static func hash(of challenge: String) -> [UInt8] { Digest.sha256(Array(challenge.utf8)) }

    func record(_ challenge: String, _ caller: Caller, now: Date) -> StoredChallenge {
        var members = JSONObject([
            ("client_id", .string(ceremony.clientID)), ("conditional", .bool(isConditional)),
        ])
        if case .page(let digest) = ceremony.beginner { members["origin"] = .string(Base64URL.encode(digest)) }
        return StoredChallenge(
            challengeHash: Self.hash(of: challenge), kind: Self.kind, accountID: caller.account.id,
            sessionID: caller.session.id, payload: JSONValue.object(members).serialized(),
            createdAt: now, expiresAt: ceremony.expiresAt)
    }

    /// Nil if the record is not one of ours.
    init?(_ record: StoredChallenge) {
        guard record.kind == Self.kind, let members = try? JSONReader.parse(record.payload),
            let clientID = members["client_id"]?.string, let isConditional = members["conditional"]?.bool
        else { return nil }
        let digest = members["origin"]?.string.flatMap { Base64URL.decode($0) }
        ceremony = CeremonyState(
            beginner: digest.map { .page(originDigest: $0) } ?? .app, clientID: clientID,
            expiresAt: record.expiresAt)
        self.isConditional = isConditional
    }
}

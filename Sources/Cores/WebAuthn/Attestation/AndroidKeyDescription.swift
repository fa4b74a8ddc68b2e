/// Android's `KeyDescription`, the extension 1.3.6.1.4.1.11129.2.1.17 of a Keystore certificate, as far as WebAuthn §8.4
/// looks at it. Versions differ in what the lists may hold, so unknown elements are passed over.
package struct AndroidKeyDescription: Sendable, Equatable {
    /// What one layer (software or secure hardware) enforces about the key.
    package struct AuthorizationList: Sendable, Equatable {
        private static let purposeTag = DERTag.context(1)
        private static let allApplicationsTag = DERTag.context(600)
        private static let originTag = DERTag.context(702)

        /// Whether the list has no element at all.
        package let isEmpty: Bool
        /// `purpose`; empty when the list does not say.
        package let purposes: [Int64]
        /// Whether the key is not bound to one application.
        package let isForAllApplications: Bool
        /// `origin`; nil when the list does not say.
        package let origin: Int64?

        fileprivate init?(_ value: DERValue) {
            guard let elements = value.sequence else { return nil }
            let tags = elements.map(\.tag)
            guard Set(tags).count == tags.count else { return nil }
            isEmpty = elements.isEmpty
            isForAllApplications = tags.contains(Self.allApplicationsTag)
            if let element = elements.first(where: { $0.tag == Self.purposeTag }) {
                guard let set = element.explicit?.set else { return nil }
                purposes = set.compactMap(\.integer)
                guard purposes.count == set.count else { return nil }
            } else {
                purposes = []
            }
            if let element = elements.first(where: { $0.tag == Self.originTag }) {
                guard let origin = element.explicit?.integer else { return nil }
                self.origin = origin
            } else {
                origin = nil
            }
        }
    }

    /// `attestationChallenge`
    package let challenge: [UInt8]
    /// `softwareEnforced`
    package let softwareEnforced: AuthorizationList
    /// `teeEnforced`, also called `hardwareEnforced`
    package let teeEnforced: AuthorizationList

    /// Reads the extension's value; nil when it is not a key description. The security levels are not judged: what the
    /// secure hardware enforces stands in `teeEnforced`, StrongBox included.
    package init?(parsing bytes: [UInt8]) {
        guard let fields = (try? DERReader.parse(bytes))?.sequence, fields.count == 8,
            fields.prefix(4).allSatisfy({ $0.integer != nil }),
            let challenge = fields[4].octets, fields[5].octets != nil,
            let softwareEnforced = AuthorizationList(fields[6]), let teeEnforced = AuthorizationList(fields[7])
        else { return nil }
        self.challenge = challenge
        self.softwareEnforced = softwareEnforced
        self.teeEnforced = teeEnforced
    }
}

/// Finds what two tenants claim: one host, one RP ID, or an RP ID over the other's names.
struct TenantConflicts {
    private let decoded: [TenantFile.Decoded]
    /// Tenants that keep what they claim together with others: those that the database knows.
    private let bound: Set<TenantID>
    private(set) var faults: [TenantFault] = []
    private var losers: Set<Int> = []
    private var said: Set<[String]> = []
    /// All but files whose id another file has.
    private var candidates: [Int] = []

    init(_ decoded: [TenantFile.Decoded], bound: Set<TenantID>) {
        self.decoded = decoded
        self.bound = bound
        compareIDs()
        compareHosts()
        compareRPIDs()
    }

    /// Those that claim nothing that another has.
    var tenants: [Tenant] {
        decoded.indices.filter { !losers.contains($0) }.map { decoded[$0].tenant }
    }

    private func id(_ index: Int) -> String { decoded[index].tenant.id.text }

    private mutating func compareIDs() {
        var first: [TenantID: Int] = [:]
        for index in decoded.indices {
            guard let other = first[decoded[index].tenant.id] else {
                first[decoded[index].tenant.id] = index
                candidates.append(index)
                continue
            }
            losers.insert(index)
            say(index, .nowhere, "the tenant \"\(id(index))\" is \(decoded[other].file) already")
        }
    }

    private mutating func compareHosts() {
        var owners: [String: [(index: Int, place: Place)]] = [:]
        for index in candidates {
            let tenant = decoded[index].tenant
            for host in decoded[index].claims.hosts {
                let spellings = Set(TenantDirectory.spellings(host.value, of: tenant))
                for spelling in spellings { owners[spelling, default: []].append((index, host.place)) }
            }
        }
        for (host, claims) in owners.sorted(by: { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }) {
            for claim in claims {
                guard let other = claims.first(where: { $0.index != claim.index }) else { continue }
                settle((claim.index, claim.place), against: other.index, "the host \"\(host)\" is also")
            }
        }
    }

    private mutating func compareRPIDs() {
        let owners = Dictionary(grouping: candidates) { decoded[$0].claims.rpID.value.text }
        for index in candidates {
            let claims = decoded[index].claims
            if let other = owners[claims.rpID.value.text]?.first(where: { $0 != index }) {
                settle((index, claims.rpID.place), against: other, "the RP ID \"\(claims.rpID.value.text)\" is also")
            }
            for name in claims.names {
                for owner in Self.reaching(name.value, owners) where owner != index {
                    compare(name, of: index, withRPIDOf: owner)
                }
            }
        }
    }

    /// The tenants whose RP ID is the name or a parent of it.
    private static func reaching(_ name: HostName, _ owners: [String: [Int]]) -> [Int] {
        let parents = name.parents.filter { owners[$0] != nil && HostName($0)?.isParent == true }
        return ([name.text] + parents).flatMap { owners[$0] ?? [] }
    }

    private mutating func compare(_ name: Placed<HostName>, of index: Int, withRPIDOf owner: Int) {
        let rpID = decoded[owner].claims.rpID
        guard rpID.value != decoded[index].claims.rpID.value else { return }
        settle(
            (owner, rpID.place), against: index,
            "the RP ID \"\(rpID.value.text)\" reaches \"\(name.value.text)\" of")
        settle(
            (index, name.place), against: owner,
            "\"\(name.value.text)\" is under the RP ID \"\(rpID.value.text)\" of")
    }

    /// Both lose, unless only one of them is known to the database.
    private mutating func settle(_ claim: (index: Int, place: Place), against other: Int, _ words: String) {
        let isBound = (bound.contains(decoded[claim.index].tenant.id), bound.contains(decoded[other].tenant.id))
        if isBound == (true, false) { return }
        losers.insert(claim.index)
        // A place is said once for each other tenant, not for each spelling of a host.
        guard said.insert([decoded[claim.index].file, claim.place.path, decoded[other].file]).inserted else { return }
        say(claim.index, claim.place, "\(words) tenant \"\(id(other))\"'s (\(decoded[other].file))")
    }

    private mutating func say(_ index: Int, _ place: Place, _ message: String) {
        faults.append(
            TenantFault(
                file: decoded[index].file, position: place.position, path: place.path, message: message,
                isWarning: false))
    }
}

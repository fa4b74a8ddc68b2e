package import FoundationEssentials

extension TenantDirectory {
    /// Reads every tenant file of a folder. A file with faults leaves its tenant out and the others in.
    ///
    /// - Parameters:
    ///   - environment: where `{env: NAME}` is looked up.
    ///   - now: certificates are judged at this time.
    ///   - bound: tenants that the database knows; they keep what a tenant that is new claims together with them. Of
    ///     others that claim one thing none is served.
    /// - Returns: the tenants without faults, and every fault and warning.
    package static func load(
        folder: String, environment: [String: String], now: Date, bound: Set<TenantID> = []
    ) -> (directory: TenantDirectory, faults: [TenantFault]) {
        let (sources, faults) = TenantSource.all(in: folder)
        let loaded = load(sources, environment: environment, now: now, bound: bound)
        return (loaded.directory, faults + loaded.faults)
    }

    static func load(
        _ sources: [TenantSource], environment: [String: String], now: Date, bound: Set<TenantID> = []
    ) -> (directory: TenantDirectory, faults: [TenantFault]) {
        var decoded: [TenantFile.Decoded] = []
        var faults: [TenantFault] = []
        for source in sources {
            let result = source.decode(environment, now: now)
            faults += result.faults
            if let tenant = result.decoded { decoded.append(tenant) }
        }
        let conflicts = TenantConflicts(decoded, bound: bound)
        return (TenantDirectory(conflicts.tenants), faults + conflicts.faults)
    }
}

package import FoundationEssentials

/// What `gatehouse check` prints.
package enum TenantCheck {
    /// Reads tenant files and folders of them, all as one installation, and says every fault.
    ///
    /// - Returns: a line for each fault and warning, a last one that sums up, and whether there is a fault.
    package static func run(
        paths: [String], environment: [String: String], now: Date
    ) -> (lines: [String], hasFaults: Bool) {
        let found = paths.map(find)
        let sources = found.flatMap(\.sources)
        var faults = found.flatMap(\.faults)
        let loaded = TenantDirectory.load(sources, environment: environment, now: now)
        faults += loaded.faults
        let hasFaults = faults.contains { !$0.isWarning }
        return (faults.map(\.description) + [summary(sources.count, faults)], hasFaults)
    }

    private static func find(_ path: String) -> (sources: [TenantSource], faults: [TenantFault]) {
        guard FileAccess.exists(path) else { return ([], [TenantSource.fault(path, "does not exist")]) }
        if FileAccess.isFolder(path) { return TenantSource.all(in: path) }
        switch TenantSource.source(path) {
        case .success(let source): return ([source], [])
        case .failure(let failure): return ([], [failure.fault])
        }
    }

    private static func summary(_ files: Int, _ faults: [TenantFault]) -> String {
        let warnings = faults.count { $0.isWarning }
        return [
            count(files, "tenant file"), count(faults.count - warnings, "fault"), count(warnings, "warning"),
        ].joined(separator: ", ")
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number == 0 ? "no" : "\(number)") \(noun)\(number == 1 ? "" : "s")"
    }
}

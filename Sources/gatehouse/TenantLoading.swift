import Features
import JSON
import Store
import Tenancy

/// Reads the tenant files at start. A bad file keeps its tenant off the air and is said; the others are served.
enum TenantLoading {
    struct Loaded {
        var directory: TenantDirectory
        var faults: [String]
    }

    static func load(_ settings: Settings, bound: Set<TenantID>, log: Log) throws(StartFault) -> Loaded {
        let (directory, faults) = TenantDirectory.load(
            folder: settings.tenantsFolder, environment: ProcessEnvironment.variables, now: Environment.live.now(),
            bound: bound)
        for fault in faults {
            log.write(fault.isWarning ? .warning : .error, "tenant file", [("fault", .string("\(fault)"))])
        }
        guard !directory.tenants.isEmpty else {
            let first = faults.first { !$0.isWarning }.map { ": \($0)" } ?? ""
            throw StartFault("no tenant can be loaded from \(settings.tenantsFolder)\(first)")
        }
        return Loaded(directory: directory, faults: faults.filter { !$0.isWarning }.map { "\($0)" })
    }
}

/// The database remembers which issuer, RP ID and hosts a tenant id stands for: an edited RP ID would orphan every
/// passkey, a re-used name would inherit accounts.
enum TenantBindingCheck {
    static func apply(
        _ loaded: TenantLoading.Loaded, _ store: Store, _ log: Log
    ) async throws -> TenantLoading.Loaded {
        var loaded = loaded
        for tenant in loaded.directory.tenants.values.sorted(by: { $0.id.text < $1.id.text }) {
            let binding = TenantBinding(
                issuer: tenant.issuer.text, rpID: tenant.relyingParty.id, hosts: tenant.hosts.sorted())
            guard case .conflict(let conflicts) = try await store.bindTenant(tenant.id, to: binding) else { continue }
            let fault =
                "tenant \(tenant.id.text) is off the air: its file differs from what the database remembers: "
                + conflicts.map(describe).joined(separator: ", ")
                + "; undo the change (there is no command to rebind a tenant yet)"
            log.write(.error, "tenant file", [("fault", .string(fault))])
            loaded.faults.append(fault)
            loaded.directory = loaded.directory.without(tenant.id)
        }
        guard !loaded.directory.tenants.isEmpty else { throw StartFault(loaded.faults.last ?? "no tenant is left") }
        return loaded
    }

    private static func describe(_ conflict: BindingConflict) -> String {
        switch conflict {
        case .issuer(let bound): "issuer was \(bound)"
        case .rpID(let bound): "relying_party.id was \(bound)"
        case .hosts(let bound): "all its hosts were \(bound.joined(separator: " and "))"
        case .hostTaken(let host, let owner): "the host \(host) belongs to tenant \(owner)"
        case .issuerTaken(let owner): "the issuer belongs to tenant \(owner)"
        }
    }
}

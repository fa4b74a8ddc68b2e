package import Tenancy

/// A tenant as it is served: its checked file and what was prepared from it. Shared by reference, because every
/// request carries it.
package final class TenantOnAir: Sendable {
    let tenant: Tenant
    let documents: TenantDocuments

    init(_ tenant: Tenant) {
        self.tenant = tenant
        documents = TenantDocuments(tenant)
    }
}

/// All tenants on the air, swapped as a whole.
package struct TenantsOnAir: Sendable {
    /// The tenants as they were loaded.
    package let directory: TenantDirectory
    private let tenants: [TenantID: TenantOnAir]

    /// Prepares every tenant of the directory.
    package init(_ directory: TenantDirectory) {
        self.directory = directory
        tenants = directory.tenants.mapValues(TenantOnAir.init)
    }

    func find(host: String) -> (tenant: TenantOnAir, isIssuer: Bool)? {
        guard let (tenant, isIssuer) = directory.tenant(host: host), let found = tenants[tenant.id] else { return nil }
        return (found, isIssuer)
    }
}

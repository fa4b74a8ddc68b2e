internal import SQLite
internal import Tenancy

extension MaintenanceScope {
    /// Every tenant that was ever bound.
    func tenants() throws(SQLiteError) -> [TenantID] {
        try rows("SELECT tenant FROM tenants ORDER BY tenant") { row throws(SQLiteError) in
            TenantID(try row.text(0))
        }.compactMap { $0 }
    }

    /// What a tenant was bound with.
    func binding(of tenant: TenantID) throws(SQLiteError) -> TenantBinding? {
        let hosts = try rows(
            "SELECT host FROM tenant_hosts WHERE tenant = ?1 ORDER BY host", .text(tenant.text)
        ) { row throws(SQLiteError) in try row.text(0) }
        return try first("SELECT issuer, rp_id FROM tenants WHERE tenant = ?1", .text(tenant.text)) {
            row throws(SQLiteError) in
            TenantBinding(issuer: try row.text(0), rpID: try row.text(1), hosts: hosts)
        }
    }

    /// The other tenant that has an issuer.
    func owner(ofIssuer issuer: String, otherThan tenant: TenantID) throws(SQLiteError) -> String? {
        try first(
            "SELECT tenant FROM tenants WHERE issuer = ?1 AND tenant <> ?2", .text(issuer), .text(tenant.text)
        ) { row throws(SQLiteError) in try row.text(0) }
    }

    /// The other tenant that has a host.
    func owner(ofHost host: String, otherThan tenant: TenantID) throws(SQLiteError) -> String? {
        try first(
            "SELECT tenant FROM tenant_hosts WHERE host = ?1 AND tenant <> ?2", .text(host), .text(tenant.text)
        ) { row throws(SQLiteError) in try row.text(0) }
    }

    func insert(_ binding: TenantBinding, of tenant: TenantID) throws(SQLiteError) {
        try run(
            "INSERT INTO tenants (tenant, issuer, rp_id) VALUES (?1, ?2, ?3)", .text(tenant.text),
            .text(binding.issuer), .text(binding.rpID))
        for host in binding.hosts {
            try run(
                "INSERT INTO tenant_hosts (tenant, host) VALUES (?1, ?2) ON CONFLICT DO NOTHING", .text(tenant.text),
                .text(host))
        }
    }

    /// The check values of all known master keys, by key id.
    func masterKeys() throws(SQLiteError) -> [String: [UInt8]] {
        let rows = try rows("SELECT key_id, check_value FROM master_keys") { row throws(SQLiteError) in
            (try row.text(0), try row.blob(1))
        }
        return Dictionary(rows) { first, _ in first }
    }

    func insert(_ key: MasterKeyCheck) throws(SQLiteError) {
        try run(
            "INSERT INTO master_keys (key_id, check_value) VALUES (?1, ?2) ON CONFLICT DO NOTHING", .text(key.keyID),
            .blob(key.checkValue))
    }

    func counts() throws(SQLiteError) -> StoreCounts? {
        try first(
            """
            SELECT (SELECT count(*) FROM accounts), (SELECT count(*) FROM passkeys), (SELECT count(*) FROM sessions)
            """
        ) { row throws(SQLiteError) in
            StoreCounts(
                accounts: Int(try row.integer(0)), passkeys: Int(try row.integer(1)),
                sessions: Int(try row.integer(2)))
        }
    }

    /// Writes something, to see whether that works.
    func probeWriting() throws(SQLiteError) {
        try run("INSERT INTO write_probe (id, writes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET writes = writes + 1")
    }
}

package import Tenancy

extension Store {
    /// Appends to the audit log.
    package func recordEvents(_ events: [Event], in tenant: TenantID) async throws(StoreError) {
        throw .unexpected(detail: "not built")
    }

    /// The audit log, newest first.
    /// - Parameters:
    ///   - limit: at most this many; cut to 1...1000.
    ///   - before: only entries with a smaller number.
    ///   - account: only entries of this account.
    package func events(
        in tenant: TenantID, limit: Int, before number: Int64? = nil, account: AccountID? = nil
    ) async throws(StoreError) -> [RecordedEvent] {
        throw .unexpected(detail: "not built")
    }
}

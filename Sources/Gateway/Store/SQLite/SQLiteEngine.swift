internal import SQLite
internal import Tenancy

/// Runs queries on the database with the scope they may have, and tells its errors in the store's words.
struct SQLiteEngine: Sendable {
    private let database: Database

    private init(database: Database) {
        self.database = database
    }

    /// Takes the folder and opens the database in it.
    static func open(_ settings: StoreSettings) async throws(StoreError) -> SQLiteEngine {
        var database = DatabaseSettings(folder: settings.folder, name: StoreSettings.name)
        database.maximumPages = settings.maximumPages
        do {
            return SQLiteEngine(database: try await Database.open(database))
        } catch {
            throw error.kind == .busy ? .locked(detail: error.description) : StoreError(error)
        }
    }

    /// Finishes what waits and lets go of the folder.
    func close() async {
        await database.close()
    }

    /// Whether the last writing failed as a whole.
    var isFailingToWrite: Bool { database.isFailingToWrite }

    /// Reads a tenant's rows.
    func read<Value: Sendable>(
        _ tenant: TenantID, _ body: @escaping @Sendable (TenantScope) throws(SQLiteError) -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await database.read { connection throws(SQLiteError) in
                try body(TenantScope(connection, tenant))
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Writes a tenant's rows in one transaction.
    func write<Value: Sendable>(
        _ tenant: TenantID, _ body: @escaping @Sendable (TenantScope) throws(SQLiteError) -> Verdict<Value>
    ) async throws(StoreError) -> Value {
        do {
            return try await database.write { connection throws(SQLiteError) in
                try body(TenantScope(connection, tenant))
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads what belongs to no tenant.
    func inspect<Value: Sendable>(
        _ body: @escaping @Sendable (MaintenanceScope) throws(SQLiteError) -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await database.read { connection throws(SQLiteError) in try body(MaintenanceScope(connection)) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Writes what belongs to no tenant in one transaction.
    func maintain<Value: Sendable>(
        _ body: @escaping @Sendable (MaintenanceScope) throws(SQLiteError) -> Verdict<Value>
    ) async throws(StoreError) -> Value {
        do {
            return try await database.write { connection throws(SQLiteError) in try body(MaintenanceScope(connection)) }
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreError {
    /// The database's error in the store's words.
    init(_ error: SQLiteError) {
        let detail = error.description
        self =
            switch error.kind {
            case .full: .full(detail: detail)
            case .readOnly: .readOnly(detail: detail)
            case .io: .io(detail: detail)
            case .busy: .busy
            case .inUse: .locked(detail: detail)
            case .corrupt: .corrupt(detail: detail)
            case .closed: .closed
            case .constraint, .unexpected: .unexpected(detail: detail)
            }
    }
}

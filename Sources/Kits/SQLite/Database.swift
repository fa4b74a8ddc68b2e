internal import Synchronization

/// A database in WAL mode with one writing thread and some reading ones. Nothing here waits on a thread of Swift's pool.
package final class Database: Sendable {
    private typealias ReadJob = @Sendable (Result<Connection, SQLiteError>) -> Void

    /// At most so many units in one transaction: bounds how long the first waits for the last.
    private static let maximumGroup = 512

    private let writes: WorkQueue<WriteJob>
    private let reads: WorkQueue<ReadJob>
    private let threads: Mutex<[WorkerThread]>
    private let isFailing: Flag

    /// A flag that threads share.
    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    private init(_ settings: DatabaseSettings) {
        writes = WorkQueue(capacity: settings.maximumWaitingWrites)
        reads = WorkQueue(capacity: settings.maximumWaitingReads)
        threads = Mutex([])
        isFailing = Flag()
    }

    deinit {
        writes.close()
        reads.close()
    }

    /// Takes the folder, opens or makes the database and starts the threads.
    /// - Throws: `inUse` when another process has it; `corrupt` for a file that is no database; what the disk said.
    package static func open(_ settings: DatabaseSettings) async throws(SQLiteError) -> Database {
        let database = Database(settings)
        do throws(SQLiteError) {
            try await database.start { [writes = database.writes, isFailing = database.isFailing] opened in
                Self.serveWrites(settings, writes, isFailing, opened)
            }
            for _ in 0..<settings.readers {
                try await database.start { [reads = database.reads] opened in
                    Self.serveReads(settings, reads, opened)
                }
            }
        } catch {
            await database.close()
            throw error
        }
        return database
    }

    /// Runs a unit of work in a transaction it shares with all other waiting work.
    /// - Parameter body: runs on the writing thread; what it throws undoes this unit only.
    /// - Returns: the verdict's value, when the transaction is on disk.
    /// - Throws: the body's error; `busy` when too much waits; `closed`; or what lost the whole transaction.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(SQLiteError) -> Verdict<Value>
    ) async throws(SQLiteError) -> Value {
        let result = await withCheckedContinuation { continuation in
            let job = WriteJob(body) { continuation.resume(returning: $0) }
            if let refusal = writes.append(job) { job.refuse(refusal) }
        }
        return try result.get()
    }

    /// Runs queries on a reading connection. Each statement sees all writes that were answered before it began.
    /// - Throws: the body's error; `busy` when too much waits; `closed`.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(SQLiteError) -> Value
    ) async throws(SQLiteError) -> Value {
        let result: Result<Value, SQLiteError> = await withCheckedContinuation { continuation in
            let job: ReadJob = { connection in
                do throws(SQLiteError) {
                    continuation.resume(returning: .success(try body(try connection.get())))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if let refusal = reads.append(job) { job(.failure(refusal)) }
        }
        return try result.get()
    }

    /// Whether the last group of writes was lost.
    package var isFailingToWrite: Bool {
        isFailing.value.load(ordering: .relaxed)
    }

    /// How many writes and reads wait.
    package var waiting: (writes: Int, reads: Int) {
        (writes.count, reads.count)
    }

    /// Refuses new work, finishes what waits, closes the files and lets go of the folder.
    package func close() async {
        // The writer ends last: only a connection that may write can empty the journal.
        reads.close()
        let all = threads.withLock { $0 }
        for thread in all.dropFirst() { await thread.ended() }
        writes.close()
        await all.first?.ended()
    }

    /// Starts a thread and waits until it has opened its connection.
    private func start(
        _ serve: @escaping @Sendable (_ opened: @escaping (SQLiteError?) -> Void) -> Void
    ) async throws(SQLiteError) {
        let failure: SQLiteError? = await withCheckedContinuation { continuation in
            do throws(SQLiteError) {
                let thread = try WorkerThread { serve { continuation.resume(returning: $0) } }
                threads.withLock { $0.append(thread) }
            } catch {
                continuation.resume(returning: error)
            }
        }
        if let failure { throw failure }
    }

    private static func serveWrites(
        _ settings: DatabaseSettings, _ queue: WorkQueue<WriteJob>, _ isFailing: Flag, _ opened: (SQLiteError?) -> Void
    ) {
        do throws(SQLiteError) {
            let files = try DatabaseFiles(settings)
            try serveGroups(settings, queue, isFailing, opened)
            withExtendedLifetime(files) {}
        } catch {
            opened(error)
        }
    }

    /// A function of its own: the connection is closed before the folder is let go.
    private static func serveGroups(
        _ settings: DatabaseSettings, _ queue: WorkQueue<WriteJob>, _ isFailing: Flag, _ opened: (SQLiteError?) -> Void
    ) throws(SQLiteError) {
        let group = GroupCommit(
            connection: try Connection(path: settings.databasePath, mode: .writing, settings: settings))
        opened(nil)
        while true {
            let jobs = queue.take(limit: maximumGroup)
            if jobs.isEmpty { return }
            isFailing.value.store(group.run(jobs) != nil, ordering: .relaxed)
        }
    }

    private static func serveReads(
        _ settings: DatabaseSettings, _ queue: WorkQueue<ReadJob>, _ opened: (SQLiteError?) -> Void
    ) {
        do throws(SQLiteError) {
            let connection = try Connection(path: settings.databasePath, mode: .reading, settings: settings)
            opened(nil)
            while let job = queue.take(limit: 1).first { job(.success(connection)) }
        } catch {
            opened(error)
        }
    }
}

/// Turns all waiting work into one transaction: one write to the disk pays for many callers. Each unit stands in a
/// savepoint, so that one that fails is undone alone; callers are answered after the commit, so that what they hear is
/// on disk. When the transaction itself is lost, every caller hears that, also one whose own unit only read: it may
/// have judged by rows that are gone now.
struct GroupCommit {
    let connection: Connection

    /// - Returns: the error that lost the whole group; `nil` when it is on disk.
    func run(_ jobs: [WriteJob]) -> SQLiteError? {
        var attempts: [WriteJob.Attempt] = []
        attempts.reserveCapacity(jobs.count)
        do throws(SQLiteError) {
            try connection.run("BEGIN IMMEDIATE")
            for job in jobs { attempts.append(try attempt(job)) }
            try connection.run("COMMIT")
        } catch {
            rollBack()
            for attempt in attempts { attempt.answer(error) }
            for job in jobs.dropFirst(attempts.count) { job.refuse(error) }
            return error
        }
        for attempt in attempts { attempt.answer(nil) }
        return nil
    }

    /// - Throws: when the transaction is gone.
    private func attempt(_ job: WriteJob) throws(SQLiteError) -> WriteJob.Attempt {
        try connection.run("SAVEPOINT unit")
        let attempt = job.attempt(connection)
        switch attempt.ending {
        case .keep:
            try connection.run("RELEASE unit")
        case .undo:
            try undo()
        case .failed(let error):
            // A full disk, among others, rolls back the whole transaction, savepoints included.
            if connection.isOutsideTransaction { throw error }
            try undo()
        }
        return attempt
    }

    private func undo() throws(SQLiteError) {
        try connection.run("ROLLBACK TO unit")
        try connection.run("RELEASE unit")
    }

    /// After a failed commit the transaction may still be open. An error here leaves the next `BEGIN` to fail.
    private func rollBack() {
        if connection.isOutsideTransaction { return }
        do throws(SQLiteError) { try connection.run("ROLLBACK") } catch {}
    }
}

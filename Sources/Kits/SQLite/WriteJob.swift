/// What a unit of work wants done with what it wrote.
package enum Verdict<Value: Sendable>: Sendable {
    /// Keep it, and answer the value once it is on disk.
    case commit(Value)
    /// Undo it, and answer the value once the work it was judged by is on disk.
    case rollback(Value)
}

/// One unit of work in the writer's queue.
struct WriteJob: Sendable {
    /// How the work ended on the connection, before anything is on disk.
    enum Ending {
        case keep
        case undo
        case failed(SQLiteError)
    }

    /// The work's ending together with the way to answer its caller.
    struct Attempt {
        let ending: Ending
        /// Answers the caller: with the group's error, or with what the work itself came to.
        let answer: (SQLiteError?) -> Void
    }

    /// Does the work.
    let attempt: @Sendable (Connection) -> Attempt
    /// Answers without having done the work.
    let refuse: @Sendable (SQLiteError) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(SQLiteError) -> Verdict<Value>,
        answer: @escaping @Sendable (Result<Value, SQLiteError>) -> Void
    ) {
        attempt = { connection in
            let result: Result<Verdict<Value>, SQLiteError>
            do throws(SQLiteError) {
                result = .success(try body(connection))
            } catch {
                result = .failure(error)
            }
            switch result {
            case .success(.commit(let value)):
                return Attempt(ending: .keep) { answer($0.map { .failure($0) } ?? .success(value)) }
            case .success(.rollback(let value)):
                return Attempt(ending: .undo) { answer($0.map { .failure($0) } ?? .success(value)) }
            case .failure(let error):
                return Attempt(ending: .failed(error)) { answer(.failure($0 ?? error)) }
            }
        }
        refuse = { answer(.failure($0)) }
    }
}

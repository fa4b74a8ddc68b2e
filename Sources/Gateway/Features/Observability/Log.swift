import HTTP
package import JSON
import Tenancy

/// The operator's log: one structured line an occurrence, with request id and tenant; never a token, challenge,
/// cookie or body.
package struct Log: Sendable {
    /// How much is written.
    package enum Level: Int, Sendable, CaseIterable {
        case debug, info, warning, error

        /// The word in the configuration and in each line.
        package var word: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }
    }

    private let level: Level
    private let write: @Sendable (Level, String, [(String, JSONValue)]) -> Void

    /// Makes a log that hands each line of at least `level` to `write` (level, message, fields). `write` must not wait.
    package init(
        level: Level, write: @escaping @Sendable (Level, String, [(String, JSONValue)]) -> Void
    ) {
        self.level = level
        self.write = write
    }

    /// A log that drops everything.
    package static let silent = Log(level: .error) { _, _, _ in }

    /// Writes one line.
    package func write(_ level: Level, _ message: String, _ fields: [(String, JSONValue)] = []) {
        guard level.rawValue >= self.level.rawValue else { return }
        write(level, message, fields)
    }

    /// A refused request. Faults of the gateway are errors; what callers do wrong is information.
    func refused(_ problem: Problem, _ context: RequestContext) {
        // A page that asks whether somebody is signed in hears 401 each time nobody is.
        let isUsual = problem.code == ProblemCode.sessionRequired.rawValue
        let level: Level = problem.status >= 500 ? .error : isUsual ? .debug : .info
        guard level.rawValue >= self.level.rawValue else { return }
        var fields: [(String, JSONValue)] = [
            ("request_id", .string(context.request.id)), ("tenant", .string(context.tenant.id.text)),
            ("method", .string(context.request.method)), ("path", .string(Self.shown(context.request.path))),
            ("status", .integer(Int64(problem.status))), ("code", .string(problem.code)),
            ("address", .string(context.address)),
        ]
        if let cause = problem.cause { fields.append(("cause", .string(String(cause.prefix(300))))) }
        write(level, "request refused", fields)
    }

    /// A refused request that belongs to no tenant. A full queue is a warning: it is the callers' doing.
    func refused(_ problem: Problem, requestID: String) {
        let level: Level = problem.status == 503 ? .warning : problem.status >= 500 ? .error : .info
        var fields: [(String, JSONValue)] = [
            ("request_id", .string(requestID)), ("status", .integer(Int64(problem.status))),
            ("code", .string(problem.code)),
        ]
        if let cause = problem.cause { fields.append(("cause", .string(String(cause.prefix(300))))) }
        write(level, "request refused", fields)
    }

    /// A host, without labels as long as a token, for the same reason.
    static func shown(host: String) -> String {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let texts = labels.map { $0.count < 43 ? String(Substring($0)) : "…" }
        return String(texts.joined(separator: ".").prefix(200))
    }

    /// The path, without segments as long as a token: somebody may have put one in the wrong place.
    private static func shown(_ path: String) -> String {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let texts = segments.map { $0.count < 43 ? String(Substring($0)) : "…" }
        return String(texts.joined(separator: "/").prefix(200))
    }
}

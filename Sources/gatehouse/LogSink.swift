import Features
import FoundationEssentials
import JSON
import Lifecycle
import Synchronization

/// Writes log lines to standard error from a thread of its own, through a bounded queue: a slow terminal or pipe
/// must not hold back answers. Lines that find the queue full are counted and said once there is room.
final class LogSink: Sendable {
    private struct State {
        var lines: [String] = []
        var dropped = 0
        var isWriting = false
    }

    private let state = Mutex(State())
    private let writer: BlockingExecutor
    private let asJSON: Bool
    private static let capacity = 8_192

    init(asJSON: Bool) throws(LifecycleError) {
        self.asJSON = asJSON
        writer = try BlockingExecutor(threads: 1, queued: 4)
    }

    func log(level: Log.Level) -> Log {
        Log(level: level) { [self] level, message, fields in
            add(format(level, message, fields))
        }
    }

    /// Writes what is waiting and ends the thread.
    func close() async {
        try? await writer.run { [self] in while writeBatch() {} }
        writer.stop()
    }

    private func add(_ line: String) {
        let starts = state.withLock { state -> Bool in
            guard state.lines.count < Self.capacity else {
                state.dropped += 1
                return false
            }
            state.lines.append(line)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard starts else { return }
        Task { try? await writer.run { [self] in while writeBatch() {} } }
    }

    /// False once nothing is waiting.
    private func writeBatch() -> Bool {
        let (lines, dropped) = state.withLock { state in
            defer {
                state.isWriting = !state.lines.isEmpty
                state.lines.removeAll(keepingCapacity: true)
                state.dropped = 0
            }
            return (state.lines, state.dropped)
        }
        if !lines.isEmpty { Output.error(lines.joined(separator: "\n")) }
        if dropped > 0 {
            Output.error(format(.warning, "log lines dropped", [("count", .integer(Int64(dropped)))]))
        }
        return !lines.isEmpty
    }

    private func format(_ level: Log.Level, _ message: String, _ fields: [(String, JSONValue)]) -> String {
        let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        if asJSON {
            let head: [(String, JSONValue)] = [
                ("time", .string(time)), ("level", .string(level.word)), ("message", .string(message)),
            ]
            return JSONValue.object(JSONObject(head + fields)).serializedText()
        }
        let tail = fields.map { " \($0.0)=\(text($0.1))" }.joined()
        return "\(time) \(level.word) \(message)\(tail)"
    }

    /// JSON's quoting wherever a value could be taken for something else, so that nothing sent can forge a line.
    private func text(_ value: JSONValue) -> String {
        guard case .string(let string) = value,
            string.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }),
            !string.isEmpty
        else { return value.serializedText() }
        return string
    }
}

/// Lets ten lines through in ten seconds: the library complains about every bad request, and those come in floods.
final class LogThrottle: Sendable {
    private struct Window {
        var start: UInt64 = 0
        var lines = 0
        var suppressed = 0
    }

    private let window = Lock(Window())

    /// The line to write, with a note of how many were not, or nil.
    func admit(_ line: String, now milliseconds: UInt64) -> String? {
        window.withLock { window in
            var note = ""
            if milliseconds &- window.start >= 10_000 {
                if window.suppressed > 0 { note = " (\(window.suppressed) more not shown)" }
                window = Window(start: milliseconds)
            }
            guard window.lines < 10 else {
                window.suppressed += 1
                return nil
            }
            window.lines += 1
            return line + note
        }
    }
}

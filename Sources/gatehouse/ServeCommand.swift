import Features
import HTTPServer
import Lifecycle

/// `gatehouse serve`: starts in order, says one line when ready, and stops in reverse on SIGTERM or SIGINT.
enum ServeCommand {
    static func run(_ arguments: [String]) async -> Int32 {
        do throws(SettingsFault) {
            let settings = try SettingsReader.read(arguments, environment: ProcessEnvironment.variables)
            return await serve(settings)
        } catch {
            Output.error("gatehouse serve: \(error)")
            return 2
        }
    }

    private static func serve(_ settings: Settings) async -> Int32 {
        do {
            let signals = try Signals.stream()
            _ = OpenFileLimit.raise()
            let sink = try LogSink(asJSON: settings.logsJSON)
            do {
                let running = try await Wiring.start(settings, log: sink.log(level: settings.logLevel))
                Output.line("gatehouse: ready on http://\(running.publicAddress)")
                await wait(signals, running.log)
                await running.stop()
                await sink.close()
                return 0
            } catch {
                await sink.close()
                throw error
            }
        } catch {
            Output.error("gatehouse: \(error)")
            return 3
        }
    }

    /// Returns at the first SIGTERM or SIGINT; a second one ends the process at once, while the first is draining.
    private static func wait(_ signals: AsyncStream<Signal>, _ log: Log) async {
        for await signal in signals {
            switch signal {
            case .hangUp: log.write(.warning, "reload is not built yet: restart to read the tenant files again")
            case .terminate, .interrupt:
                log.write(.info, "stopping")
                Task { for await again in signals where again != .hangUp { Exit.leave(1) } }
                return
            }
        }
    }
}

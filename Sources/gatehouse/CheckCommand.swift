import Features
import Tenancy

/// `gatehouse check [PATH…]`: reads tenant files and prints every fault. Without a path, the folder that `serve` reads.
enum CheckCommand {
    static func run(_ arguments: [String]) -> Int32 {
        if let flag = arguments.first(where: { $0.hasPrefix("-") }) {
            Output.error("gatehouse check: unknown flag \(flag); it takes files and folders only")
            return 2
        }
        do throws(SettingsFault) {
            let variables = ProcessEnvironment.variables
            let paths =
                arguments.isEmpty ? [try SettingsReader.read([], environment: variables).tenantsFolder] : arguments
            let report = TenantCheck.run(paths: paths, environment: variables, now: Environment.live.now())
            report.lines.forEach(Output.line)
            return report.hasFaults ? 1 : 0
        } catch {
            Output.error("gatehouse check: \(error)")
            return 2
        }
    }
}

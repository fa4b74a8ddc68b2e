import Features
import Tenancy

/// `gatehouse check [PATH…]`: reads tenant files and prints every fault.
enum CheckCommand {
    static func run(_ arguments: [String]) -> Int32 {
        if let flag = arguments.first(where: { $0.hasPrefix("-") }) {
            Output.error("gatehouse check: unknown flag \(flag); it takes files and folders only")
            return 2
        }
        let report = TenantCheck.run(
            paths: arguments.isEmpty ? ["./tenants"] : arguments, environment: ProcessEnvironment.variables,
            now: Environment.live.now())
        report.lines.forEach(Output.line)
        return report.hasFaults ? 1 : 0
    }
}

/// The commands, by name. Exit codes: 0 done, 1 found faults, 2 wrong usage, 3 could not start.
enum Command {
    static func run(_ arguments: [String]) async -> Int32 {
        let rest = Array(arguments.dropFirst())
        let asksForHelp = rest.contains { $0 == "--help" || $0 == "-h" }
        switch arguments.first {
        case "serve" where asksForHelp, "check" where asksForHelp: Output.line(usage)
        case "serve": return await ServeCommand.run(rest)
        case "check": return CheckCommand.run(rest)
        case "help", "--help", "-h": Output.line(usage)
        case "version", "--version": Output.line("gatehouse \(Version.text)")
        case let name? where later.contains(name):
            Output.error("gatehouse: \(name) is not built yet")
            return 2
        case let name?:
            Output.error("gatehouse: there is no command \(name); `gatehouse help` names them")
            return 2
        case nil:
            Output.error(usage)
            return 2
        }
        return 0
    }

    /// Commands of the contract that come with a later issue; the program says so rather than "unknown".
    private static let later: Set<String> = [
        "doctor", "tenant", "association", "schema", "openapi", "users", "keys", "admin", "database",
    ]

    static let usage = """
        usage: gatehouse serve [--config FILE] [--KEY VALUE …]   run the gateway
               gatehouse check [PATH …]                          read tenant files and print every fault
               gatehouse version
        Settings (flag over GATEHOUSE_… variable over file over default):
        \(Settings.help)
        Exit codes: 0 done, 1 found faults, 2 wrong usage, 3 could not start.
        """
}

enum Version {
    static let text = "0.1.0"
}

/// `gatehouse <command> …`
@main
struct Main {
    static func main() async {
        let code = await Command.run(Array(CommandLine.arguments.dropFirst()))
        Exit.leave(code)
    }
}

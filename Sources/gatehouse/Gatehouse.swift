/// The command.
@main
struct Gatehouse {
    static func main() {}
}

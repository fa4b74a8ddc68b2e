import Features
import HTTP
import YAML

/// The server's settings. Every key is also a flag (`--trusted-proxies`) and a variable (`GATEHOUSE_TRUSTED_PROXIES`).
struct Settings {
    /// One key, declared once: from it come flags, variables, the file's keys and the help.
    struct Key {
        let name: String
        let fallback: String
        let help: String

        var flag: String { "--" + name.replacing("_", with: "-").replacing(".", with: "-") }
        var variable: String { "GATEHOUSE_" + name.uppercased().replacing(".", with: "_") }
    }

    static let keys: [Key] = [
        Key(name: "listen", fallback: "127.0.0.1:8080", help: "address of the public listener"),
        Key(name: "management", fallback: "127.0.0.1:9080", help: "address of the management listener"),
        Key(name: "management_hosts", fallback: "", help: "more names the management listener answers under"),
        Key(name: "tenants", fallback: "./tenants", help: "folder of tenant files"),
        Key(name: "web", fallback: "", help: "folder of pages; else ./web, then the installed share folder"),
        Key(name: "data", fallback: "./data", help: "folder of the database and the master key"),
        Key(name: "database", fallback: "sqlite", help: "sqlite in the data folder (PostgreSQL is not built yet)"),
        Key(name: "master_key", fallback: "", help: "file of the master key; else data/master.key"),
        Key(name: "trusted_proxies", fallback: "", help: "addresses or networks whose forwarding headers count"),
        Key(name: "host_from", fallback: "host", help: "host | x-forwarded-host | forwarded"),
        Key(name: "log.level", fallback: "info", help: "debug | info | warning | error"),
        Key(name: "log.format", fallback: "text", help: "text | json"),
        Key(name: "workers", fallback: "", help: "threads of the public listener; else one per core"),
        Key(name: "signals", fallback: "on", help: "on | off: signals for credential managers (off after a restore)"),
    ]

    static var help: String {
        keys.map { key in
            let flag = "  " + key.flag
            let padding = String(repeating: " ", count: max(1, 24 - flag.count))
            return flag + padding + key.help + (key.fallback.isEmpty ? "" : " [\(key.fallback)]")
        }.joined(separator: "\n")
    }

    let listen: SocketAddress
    let management: SocketAddress
    let managementHosts: Set<String>
    let tenantsFolder: String
    let webFolder: String
    let dataFolder: String
    let masterKeyFile: String
    let trust: ProxyTrust
    let logLevel: Log.Level
    let logsJSON: Bool
    let workers: Int?
    let signals: Bool
}

/// Why the settings cannot be used. Wrong usage: exit 2.
struct SettingsFault: Error, CustomStringConvertible {
    let description: String
}

/// `host:port`; the host may be an IPv6 literal in brackets.
struct SocketAddress {
    let host: String
    let port: UInt16

    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host == "localhost" { host = "127.0.0.1" }
        guard PeerAddress(host) != nil else { return nil }
        self.host = host
        self.port = port
    }

    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension SocketAddress {
    /// The address with the port that was really bound.
    func with(port: UInt16) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

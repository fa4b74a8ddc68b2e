import Features
import Glibc
import HTTP
import YAML

/// Puts the settings together: flags over variables over file over defaults.
enum SettingsReader {
    static func read(_ arguments: [String], environment: [String: String]) throws(SettingsFault) -> Settings {
        var flags = try readFlags(arguments)
        let config = flags.removeValue(forKey: "config") ?? environment["GATEHOUSE_CONFIG"]
        let file = try readFile(config)
        var values: [String: String] = [:]
        for key in Settings.keys {
            values[key.name] = flags[key.name] ?? environment[key.variable] ?? file[key.name] ?? key.fallback
        }
        return try Settings(values)
    }

    private static func readFlags(_ arguments: [String]) throws(SettingsFault) -> [String: String] {
        var flags: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts.first ?? ""
            let key = name == "--config" ? "config" : Settings.keys.first { $0.flag == name }?.name
            guard let key else {
                throw SettingsFault(description: "unknown flag \(name); `gatehouse help` names them")
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                throw SettingsFault(description: "\(name) needs a value")
            }
            guard flags.updateValue(value, forKey: key) == nil else {
                throw SettingsFault(description: "\(name) is given twice")
            }
        }
        return flags
    }

    /// `gatehouse.yaml` in the current folder if no file is named; a named one must exist.
    private static func readFile(_ path: String?) throws(SettingsFault) -> [String: String] {
        guard let bytes = FileReader.read(path ?? "gatehouse.yaml", limit: 1_048_576) else {
            guard let path else { return [:] }
            throw SettingsFault(description: "\(path): cannot be read")
        }
        let name = path ?? "gatehouse.yaml"
        let node: YAMLNode
        do throws(YAMLError) {
            node = try YAMLReader.parse(bytes)
        } catch {
            throw SettingsFault(description: "\(name): \(error)")
        }
        var values: [String: String] = [:]
        try collect(node, prefix: "", file: name, into: &values)
        return values
    }

    private static func collect(
        _ node: YAMLNode, prefix: String, file: String, into values: inout [String: String]
    ) throws(SettingsFault) {
        let place = "\(file):\(node.position.line):\(node.position.column)"
        switch node {
        case .mapping(let entries, _):
            for entry in entries {
                let name = prefix.isEmpty ? entry.key : prefix + "." + entry.key
                guard Settings.keys.contains(where: { $0.name == name || $0.name.hasPrefix(name + ".") }) else {
                    throw SettingsFault(description: "\(place): unknown setting \(name)")
                }
                try collect(entry.value, prefix: name, file: file, into: &values)
            }
        case .sequence(let items, _):
            values[prefix] = items.compactMap(\.text).joined(separator: ",")
        case .scalar: values[prefix] = node.text ?? ""
        }
    }
}

extension Settings {
    fileprivate init(_ values: [String: String]) throws(SettingsFault) {
        func value(_ name: String) -> String { values[name] ?? "" }
        func list(_ name: String) -> [String] {
            value(name).split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
        }
        func choice<T>(_ name: String, _ options: [String: T]) throws(SettingsFault) -> T {
            guard let choice = options[value(name)] else {
                throw SettingsFault(
                    description:
                        "\(name): \"\(value(name))\" is not one of \(options.keys.sorted().joined(separator: ", "))")
            }
            return choice
        }
        func address(_ name: String) throws(SettingsFault) -> SocketAddress {
            guard let address = SocketAddress(value(name)) else {
                throw SettingsFault(
                    description: "\(name): \"\(value(name))\" is not an address with a port, like 127.0.0.1:8080")
            }
            return address
        }
        guard value("database") == "sqlite" else {
            throw SettingsFault(description: "database: only sqlite is built yet")
        }
        listen = try address("listen")
        management = try address("management")
        managementHosts = Set(
            ["localhost", "127.0.0.1", "[::1]"] + list("management_hosts").map { $0.lowercased() })
        tenantsFolder = value("tenants")
        webFolder = value("web")
        dataFolder = value("data")
        masterKeyFile = value("master_key")
        trust = ProxyTrust(
            proxies: try Self.networks(list("trusted_proxies")),
            hostFrom: try choice(
                "host_from", Dictionary(uniqueKeysWithValues: ProxyTrust.HostSource.allCases.map { ($0.rawValue, $0) }))
        )
        logLevel = try choice(
            "log.level", Dictionary(uniqueKeysWithValues: Log.Level.allCases.map { ($0.word, $0) }))
        logsJSON = try choice("log.format", ["text": false, "json": true])
        signals = try choice("signals", ["on": true, "off": false, "true": true, "false": false])
        workers = try Self.workers(value("workers"))
    }

    private static func networks(_ texts: [String]) throws(SettingsFault) -> [NetworkPrefix] {
        var networks: [NetworkPrefix] = []
        for text in texts {
            guard let network = NetworkPrefix(text) else {
                throw SettingsFault(description: "trusted_proxies: \"\(text)\" is not an address or network")
            }
            networks.append(network)
        }
        return networks
    }

    private static func workers(_ text: String) throws(SettingsFault) -> Int? {
        if text.isEmpty { return nil }
        guard let count = Int(text), (1...256).contains(count) else {
            throw SettingsFault(description: "workers: \"\(text)\" is not a number from 1 to 256")
        }
        return count
    }
}

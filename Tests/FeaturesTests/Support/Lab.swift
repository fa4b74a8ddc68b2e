import Crypto
import Features
import Foundation
import HTTP
import HTTPServer
import JSON
import Store
import Synchronization
import Tenancy
import TestSupport
import Testing
import Text

/// A whole gateway on a free loopback port: the real server, gateway, tenants and store, with a clock that tests move
/// and a log that they read.
final class Lab: Sendable {
    let client: HTTPTestClient
    let managementClient: HTTPTestClient
    let services: Services
    let gateway: Gateway
    let management: Management
    let clock: LabClock
    let log: LabLog
    let folder: TemporaryFolder
    private let servers: [HTTPServer]

    private init(
        ports: (UInt16, UInt16), services: Services, gateway: Gateway, management: Management, clock: LabClock,
        log: LabLog, folder: TemporaryFolder, servers: [HTTPServer]
    ) {
        client = HTTPTestClient(port: ports.0)
        managementClient = HTTPTestClient(port: ports.1)
        self.services = services
        self.gateway = gateway
        self.management = management
        self.clock = clock
        self.log = log
        self.folder = folder
        self.servers = servers
    }

    /// Starts one for the length of `body`.
    static func with<T>(
        trust: ProxyTrust = ProxyTrust(), signals: Bool = true, store settings: (String) -> StoreSettings = defaults,
        _ body: (Lab) async throws -> T
    ) async throws -> T {
        let lab = try await start(trust, signals, settings)
        do {
            let result = try await body(lab)
            await lab.stop()
            return result
        } catch {
            await lab.stop()
            throw error
        }
    }

    private static func defaults(_ folder: String) -> StoreSettings { StoreSettings(folder: folder) }

    private static func start(
        _ trust: ProxyTrust, _ signals: Bool, _ settings: (String) -> StoreSettings
    ) async throws -> Lab {
        let folder = TemporaryFolder()
        let clock = LabClock()
        let log = LabLog()
        let store = try await Store.open(settings(folder.path))
        let services = Services(
            store: store, keys: try #require(KeyRing([Secret(RandomBytes.system(32))])),
            environment: Environment(now: { clock.now }, random: .system),
            events: EventRecorder { try await store.recordEvents($0, in: $1) }, log: log.log, metrics: Metrics(),
            web: try WebFiles(LabPages.files), trust: trust, signals: signals)
        let gateway = Gateway(services: services, tenants: TenantDirectory([]))
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnectionsPerAddress = 1_024
        let server = HTTPServer(configuration: configuration) { gateway.answer($0) }
        let management = Management(
            services: services, hosts: ["localhost", "127.0.0.1", "[::1]", "ops.example"],
            readings: { .init(inFlight: 0, connections: 1, refusedConnections: 0) },
            tenants: { (gateway.tenants.tenants.count, ["tenants/x.yaml:1:1: \"quoted\""]) })
        let managementServer = HTTPServer(configuration: HTTPServerConfiguration(threads: 1)) {
            management.answer($0)
        }
        let ports = (try server.start(), try managementServer.start())
        let lab = Lab(
            ports: ports, services: services, gateway: gateway, management: management, clock: clock, log: log,
            folder: folder, servers: [server, managementServer])
        let directory = try lab.load { LabFiles.yaml($0) }
        for tenant in directory.tenants.values {
            let binding = TenantBinding(
                issuer: tenant.issuer.text, rpID: tenant.relyingParty.id, hosts: tenant.hosts.sorted())
            try #require(try await store.bindTenant(tenant.id, to: binding) == .bound)
        }
        gateway.replaceTenants(directory)
        return lab
    }

    /// The tenants from files, as the command reads them.
    func load(_ yaml: (LabTenant) -> String) throws -> TenantDirectory {
        let path = folder.path + "/tenants"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for tenant in LabTenant.all {
            try Array(yaml(on(tenant)).utf8).write(to: "\(path)/\(tenant.id).yaml")
        }
        let root = try SoftwareAttestationAuthority.shared().root.certificate.der
        let pem = "-----BEGIN CERTIFICATE-----\n\(Base64.encode(root))\n-----END CERTIFICATE-----\n"
        try Array(pem.utf8).write(to: path + "/ca.pem")
        let (directory, faults) = TenantDirectory.load(
            folder: path, environment: LabFiles.environment, now: clock.now)
        try #require(directory.tenants.count == LabTenant.all.count, "\(faults)")
        return directory
    }

    var store: Store { services.store }

    /// The tenant with the server's port in its issuer.
    func on(_ tenant: LabTenant) -> LabTenant { tenant.on(port: client.port) }

    /// The tenant's events, newest first, once all that was refused so far is written.
    func events(_ tenant: LabTenant) async throws -> [Event] {
        await services.events.flush()
        let id = try #require(TenantID(tenant.id))
        return try await services.store.events(in: id, limit: 1_000).map(\.event)
    }

    private func stop() async {
        for server in servers { await server.drain(deadline: .seconds(5)) }
        await services.events.flush()
        await services.store.close()
    }
}

/// A clock that stands still until a test moves it.
final class LabClock: Sendable {
    static let start = Date(timeIntervalSince1970: 1_796_126_400)
    static let startSeconds: Int64 = 1_796_126_400
    private let time = Mutex(LabClock.start)

    var now: Date { time.withLock { $0 } }

    func move(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// Every line of the log, in order.
final class LabLog: Sendable {
    private let written = Mutex<[String]>([])

    var lines: [String] { written.withLock { $0 } }

    var log: Log {
        Log(level: .debug) { [self] level, message, fields in
            let line = "\(level.word) \(message) \(JSONValue.object(JSONObject(fields)).serializedText())"
            written.withLock { $0.append(line) }
        }
    }
}

/// As much of `web/` as routes need.
enum LabPages {
    static let files = [
        ("pages/index.html", "<html lang=\"{{lang}}\"><title>{{tenant.name}}</title><img src=\"{{tenant.logo}}\">"),
        ("pages/error.html", "<title>{{t:error}}</title>"),
        ("pages/demo.html", "<title>{{issuer}}</title><script src=\"{{asset:app.js}}\"></script>"),
        ("i18n/en.json", "{\"error\":\"Error\"}"), ("i18n/zh-Hans.json", "{\"error\":\"错误\"}"),
        ("assets/app.js", "export {}"), ("sdk/gatehouse.js", "export {}"),
    ].map { WebFiles.File(path: $0.0, bytes: Array($0.1.utf8)) }
}

import Crypto
import Features
import FoundationEssentials
import Glibc
import HTTP
import HTTPServer
import JSON
import Store
import Synchronization
import Tenancy

/// Start in order: folder, keys, pages, store, tenants, listeners.
enum Wiring {
    static func start(_ settings: Settings, log: Log) async throws -> Running {
        let environment = Environment.live
        try DataFolder.make(settings.dataFolder)
        let keys = try MasterKeyFile.load(
            settings, environment: ProcessEnvironment.variables, random: environment.random)
        let web = try loadWeb(settings)
        let store = try await openStore(settings, keys)
        let events = EventRecorder { try await store.recordEvents($0, in: $1) }
        let services = Services(
            store: store, keys: keys, environment: environment, events: events, log: log, metrics: Metrics(),
            web: web, trust: settings.trust, signals: settings.signals)
        do {
            let loaded = try TenantLoading.load(settings, bound: try await store.boundTenants(), log: log)
            return try listen(settings, services, try await TenantBindingCheck.apply(loaded, store, log))
        } catch {
            await store.close()
            throw error
        }
    }

    private static func loadWeb(_ settings: Settings) throws -> WebFiles {
        guard let folder = WebFolder.find(settings.webFolder) else {
            throw StartFault(
                "web: no pages in \(settings.webFolder.isEmpty ? "./web" : settings.webFolder); name the folder with --web"
            )
        }
        return try WebFolder.load(folder)
    }

    private static func openStore(_ settings: Settings, _ keys: KeyRing) async throws -> Store {
        let store = try await Store.open(StoreSettings(folder: settings.dataFolder))
        let checks = keys.checks.map { MasterKeyCheck(keyID: $0.keyID, checkValue: $0.value) }
        guard try await store.checkMasterKeys(checks) else {
            await store.close()
            throw StartFault(
                "the master key is not the one this database was made with: give the right one, or start with an empty data folder"
            )
        }
        return store
    }

    private static func listen(
        _ settings: Settings, _ services: Services, _ loaded: TenantLoading.Loaded
    ) throws -> Running {
        let gateway = Gateway(services: services, tenants: loaded.directory)
        var configuration = HTTPServerConfiguration(
            address: settings.listen.host, port: settings.listen.port, threads: settings.workers ?? Processors.count)
        configuration.trustedPeers = settings.trust.proxies
        configuration.refusal = { refusal, id in Refusals.answer(refusal, requestID: id, services) }
        configuration.log = { services.log.write(.debug, "http", [("message", .string($0))]) }
        let publicServer = HTTPServer(configuration: configuration) { gateway.answer($0) }
        let management = Management(
            services: services, hosts: settings.managementHosts,
            readings: {
                let now = publicServer.statistics
                return .init(
                    inFlight: now.inFlight, connections: now.connections, refusedConnections: now.refusedConnections)
            },
            tenants: { (gateway.tenants.tenants.count, loaded.faults) })
        var managementConfiguration = HTTPServerConfiguration(
            address: settings.management.host, port: settings.management.port, threads: 1)
        managementConfiguration.refusal = configuration.refusal
        managementConfiguration.maximumInFlight = 32
        let managementServer = HTTPServer(configuration: managementConfiguration) { management.answer($0) }
        let managementPort = try bind(managementServer, settings.management)
        let port = try bind(publicServer, settings.listen)
        services.log.write(
            .info, "started",
            [
                ("listen", .string(settings.listen.with(port: port))),
                ("management", .string(settings.management.with(port: managementPort))),
                ("tenants", .integer(Int64(loaded.directory.tenants.count))),
            ])
        return Running(
            publicAddress: settings.listen.with(port: port), log: services.log, publicServer: publicServer,
            managementServer: managementServer, management: management, events: services.events,
            store: services.store, janitor: Janitor.start(services))
    }

    private static func bind(_ server: HTTPServer, _ address: SocketAddress) throws(StartFault) -> UInt16 {
        do throws(HTTPServerError) {
            return try server.start()
        } catch {
            switch error {
            case .addressInUse:
                throw StartFault("\(address.text) is taken: stop the other program or choose another address")
            case .notPermitted:
                throw StartFault("\(address.text) needs rights this process has not: choose a port above 1023")
            case .badAddress: throw StartFault("\(address.text) is not an address of this machine")
            default: throw StartFault("cannot listen on \(address.text): \(error)")
            }
        }
    }
}

import FoundationEssentials
package import HTTP
import JSON
import Store
import Synchronization
import Text

/// The management listener's answers: health and metrics. Never on a tenant's host, and only under names that the
/// operator listed, so that a page elsewhere cannot reach it by rebinding its own name to this address.
package final class Management: Sendable {
    /// Readings of this moment that the listener reports.
    package struct Readings: Sendable {
        /// Requests that are being answered.
        package let inFlight: Int
        /// Open connections.
        package let connections: Int
        /// Connections refused since start, at a limit.
        package let refusedConnections: Int

        /// Readings of this moment.
        package init(inFlight: Int, connections: Int, refusedConnections: Int) {
            self.inFlight = inFlight
            self.connections = connections
            self.refusedConnections = refusedConnections
        }
    }

    private let services: Services
    private let hosts: Set<String>
    private let readings: @Sendable () -> Readings
    private let tenants: @Sendable () -> (loaded: Int, faults: [String])
    private let isDraining = Mutex(false)

    /// `hosts` are the names (without port) it answers under.
    package init(
        services: Services, hosts: Set<String>, readings: @escaping @Sendable () -> Readings,
        tenants: @escaping @Sendable () -> (loaded: Int, faults: [String])
    ) {
        self.services = services
        self.hosts = hosts
        self.readings = readings
        self.tenants = tenants
    }

    /// From now on `/health/ready` says no, so that a balancer sends nothing new.
    package func startDraining() { isDraining.withLock { $0 = true } }

    /// Answers one request of the management listener.
    package func answer(_ request: HTTPRequest) -> HTTPAnswer {
        guard hosts.contains(Self.hostName(request)) else { return .now(Self.plain(421, "unknown host")) }
        let isRead = request.method == "GET" || request.method == "HEAD"
        switch request.path {
        case "/health/live", "/health/ready", "/metrics":
            guard isRead else {
                var response = Self.plain(405, "use GET")
                response.headers.add("Allow", "GET, HEAD")
                return .now(response)
            }
        default: return .now(Self.plain(404, "not found"))
        }
        if request.path == "/health/live" { return .now(.json(["status": "live"])) }
        if request.path == "/metrics" { return .now(metrics()) }
        return .later { [self] in await ready() }
    }

    private static func hostName(_ request: HTTPRequest) -> String {
        let host = request.headers["Host"] ?? ""
        if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }) + "]" }
        return host.prefix { $0 != ":" }.lowercased()
    }

    private static func plain(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HTTPHeaders([("Content-Type", "text/plain; charset=utf-8")]),
            body: .bytes(Array((text + "\n").utf8)))
    }

    /// Ready: the store answers and at least one tenant is on the air. Tenants whose files have faults are listed;
    /// they do not make the node unready, since the others are served.
    private func ready() async -> HTTPResponse {
        let tenants = tenants()
        var faults: [JSONValue] = []
        do {
            try await services.store.checkHealth()
        } catch {
            faults.append(.string("store: \(error)"))
        }
        if tenants.loaded == 0 { faults.append("no tenant is loaded") }
        if isDraining.withLock({ $0 }) { faults.append("draining") }
        return .json(
            [
                "status": .string(faults.isEmpty ? "ready" : "not ready"), "tenants": .integer(Int64(tenants.loaded)),
                "faults": .array(faults), "tenant_faults": .array(tenants.faults.map { .string($0) }),
            ], status: faults.isEmpty ? 200 : 503)
    }

    private func metrics() -> HTTPResponse {
        let readings = readings()
        let tenants = tenants()
        let text = services.metrics.exposition(gauges: [
            ("gatehouse_requests_in_flight", "Requests being answered.", readings.inFlight),
            ("gatehouse_connections", "Open connections.", readings.connections),
            (
                "gatehouse_connections_refused", "Connections refused at a limit since start.",
                readings.refusedConnections
            ),
            (
                "gatehouse_introspection_cache_entries", "Sessions in the introspection cache.",
                services.introspections.count
            ),
            ("gatehouse_events_dropped", "Audit events lost since start.", services.events.dropped),
            ("gatehouse_tenants", "Tenants on the air.", tenants.loaded),
            ("gatehouse_tenant_file_faults", "Faults in tenant files.", tenants.faults.count),
        ])
        return HTTPResponse(
            status: 200, headers: HTTPHeaders([("Content-Type", "text/plain; version=0.0.4; charset=utf-8")]),
            body: .bytes(Array(text.utf8)))
    }
}

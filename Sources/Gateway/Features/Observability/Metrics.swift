import Synchronization

/// Counters and gauges in the Prometheus text format. The number of series is bounded by tenants times codes.
package final class Metrics: Sendable {
    /// What is counted.
    package enum Event: Sendable {
        case request(status: Int)
        case refused(tenant: String, code: String)
        case ceremony(tenant: String, kind: CeremonyKind, step: CeremonyStep)
        case introspection(cached: Bool)
    }

    /// How far a ceremony came.
    package enum CeremonyStep: String, Sendable {
        case begun, finished
    }

    private let requests: [Atomic64]
    private let introspections: [Atomic64]
    private let series = Mutex<[String: Int]>([:])
    private static let seriesLimit = 20_000

    private final class Atomic64: Sendable {
        let value = Atomic<Int>(0)
    }

    /// Makes counters at zero.
    package init() {
        requests = (0..<6).map { _ in Atomic64() }
        introspections = (0..<2).map { _ in Atomic64() }
    }

    /// Counts one occurrence.
    package func count(_ event: Event) {
        switch event {
        case .request(let status):
            requests[min(max(status / 100, 0), 5)].value.add(1, ordering: .relaxed)
        case .introspection(let cached): introspections[cached ? 1 : 0].value.add(1, ordering: .relaxed)
        case .refused(let tenant, let code): bump("gatehouse_refused_total{tenant=\"\(tenant)\",code=\"\(code)\"}")
        case .ceremony(let tenant, let kind, let step):
            bump(
                "gatehouse_ceremonies_total{tenant=\"\(tenant)\",kind=\"\(kind.rawValue)\",step=\"\(step.rawValue)\"}")
        }
    }

    private func bump(_ name: String) {
        series.withLock { series in
            guard series[name] != nil || series.count < Self.seriesLimit else { return }
            series[name, default: 0] += 1
        }
    }

    /// The text that Prometheus reads. `gauges` are values of this moment.
    package func exposition(gauges: [(name: String, help: String, value: Int)]) -> String {
        var lines = [
            "# HELP gatehouse_requests_total Answers by class of status.", "# TYPE gatehouse_requests_total counter",
        ]
        for status in 1...5 {
            lines.append(
                "gatehouse_requests_total{status=\"\(status)xx\"} \(requests[status].value.load(ordering: .relaxed))")
        }
        lines.append("# HELP gatehouse_introspections_total Introspections by whether memory answered.")
        lines.append("# TYPE gatehouse_introspections_total counter")
        for (index, word) in ["no", "yes"].enumerated() {
            let count = introspections[index].value.load(ordering: .relaxed)
            lines.append("gatehouse_introspections_total{cached=\"\(word)\"} \(count)")
        }
        lines += labelled()
        for gauge in gauges {
            lines.append("# HELP \(gauge.name) \(gauge.help)")
            lines.append("# TYPE \(gauge.name) gauge")
            lines.append("\(gauge.name) \(gauge.value)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let help = [
        "gatehouse_refused_total": "Refused requests by tenant and code.",
        "gatehouse_ceremonies_total": "Passkey ceremonies by tenant, kind and step; begun without finished are lost.",
    ]

    private func labelled() -> [String] {
        let values = series.withLock { $0 }.sorted { $0.key < $1.key }
        var lines: [String] = []
        var family = ""
        for (name, value) in values {
            let current = String(name.prefix { $0 != "{" })
            if current != family {
                family = current
                lines.append("# HELP \(family) \(Self.help[family] ?? family)")
                lines.append("# TYPE \(family) counter")
            }
            lines.append("\(name) \(value)")
        }
        return lines
    }
}

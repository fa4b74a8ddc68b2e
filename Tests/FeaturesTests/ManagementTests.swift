import Features
import Foundation
import JSON
import Store
import Tenancy
import TestSupport
import Testing

@Suite(.lab) struct ManagementTests {
    private func ask(_ method: String, _ path: String, host: String = "localhost") async throws -> HTTPTestAnswer {
        try await Lab.current().managementClient.send(HTTPTestRequest(method, path, host: host))
    }

    static let hosts: [(String, Bool)] = [
        ("localhost", true), ("localhost:9080", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.0.0.1:1", true),
        ("[::1]", true), ("[::1]:9080", true), ("ops.example", true), ("OPS.example:9080", true),
        ("evil.example", false), ("localhost.", false), ("localhost.evil.example", false), ("id.acme.example", false),
        ("127.0.0.2", false), ("[::2]", false), ("xlocalhost", false), ("ops.example.evil", false), ("::1", false),
    ]

    @Test(arguments: hosts)
    func `it answers under listed names alone`(_ host: (name: String, isListed: Bool)) async throws {
        for path in ["/health/live", "/health/ready", "/metrics"] {
            let answer = try await ask("GET", path, host: host.name)
            #expect(answer.status == (host.isListed ? 200 : 421), "\(answer.text)")
            if !host.isListed { #expect(!answer.text.contains("gatehouse_")) }
        }
    }

    @Test func `health answers GET and HEAD, nothing answers anything else`() async throws {
        for path in ["/health/live", "/health/ready", "/metrics"] {
            let head = try await ask("HEAD", path)
            #expect(head.status == 200)
            for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
                let answer = try await ask(method, path)
                #expect(answer.status == 405)
                #expect(answer["Allow"] == "GET, HEAD")
            }
        }
        for path in ["/", "/health", "/health/live/", "/admin/v1/tenants", "/session", "/oauth2/introspect", "/demo"] {
            #expect(try await ask("GET", path).status == 404)
        }
    }

    @Test func `the public listener does not manage`() async throws {
        let lab = try Lab.current()
        for host in ["localhost", "127.0.0.1", "id.acme.example"] {
            for path in ["/health/live", "/health/ready", "/metrics"] {
                let answer = try await lab.client.send(HTTPTestRequest("GET", path, host: host))
                #expect(answer.status == 404)
            }
        }
    }

    @Test func `ready says who is served and which files have faults`() async throws {
        let answer = try await ask("GET", "/health/ready").json
        #expect(answer["status"] == "ready")
        #expect(answer["tenants"]?.integer == Int64(LabTenant.all.count))
        #expect(answer["faults"] == [])
        #expect(answer["tenant_faults"]?.array?.count == 1)
    }

    @Test func `not ready: while draining, without tenants, without store`() async throws {
        try await Lab.with { lab in
            func ready() async throws -> HTTPTestAnswer {
                try await lab.managementClient.send(HTTPTestRequest("GET", "/health/ready", host: "localhost"))
            }
            let tenants = lab.gateway.tenants
            lab.gateway.replaceTenants(TenantDirectory([]))
            let empty = try await ready()
            #expect(empty.status == 503)
            #expect(empty.json["faults"] == ["no tenant is loaded"])
            lab.gateway.replaceTenants(tenants)
            #expect(try await ready().status == 200)
            await lab.store.close()
            #expect(try await ready().status == 503)
            lab.management.startDraining()
            let drained = try await ready()
            #expect(drained.status == 503)
            #expect(drained.json["faults"]?.array?.count == 2)
            let live = try await lab.managementClient.send(HTTPTestRequest("GET", "/health/live", host: "localhost"))
            #expect(live.status == 200)
        }
    }

    @Test func `metrics are what Prometheus reads`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            try await app.signIn()
            expectRefusal(try await app.send("GET", "/nowhere"), 404, "path_unknown")
            _ = try await lab.introspect(app)
            _ = try await lab.introspect(app)
            let answer = try await lab.managementClient.send(HTTPTestRequest("GET", "/metrics", host: "localhost"))
            #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
            let metrics = try Exposition(String(decoding: answer.body, as: UTF8.self))
            let expected: [String: Double] = [
                #"gatehouse_requests_total{status="4xx"}"#: 1,
                #"gatehouse_requests_total{status="2xx"}"#: 6,
                #"gatehouse_requests_total{status="5xx"}"#: 0,
                #"gatehouse_introspections_total{cached="no"}"#: 1,
                #"gatehouse_introspections_total{cached="yes"}"#: 1,
                #"gatehouse_refused_total{tenant="acme",code="path_unknown"}"#: 1,
                #"gatehouse_ceremonies_total{tenant="acme",kind="registration",step="begun"}"#: 1,
                #"gatehouse_ceremonies_total{tenant="acme",kind="registration",step="finished"}"#: 1,
                #"gatehouse_ceremonies_total{tenant="acme",kind="authentication",step="begun"}"#: 1,
                #"gatehouse_ceremonies_total{tenant="acme",kind="authentication",step="finished"}"#: 1,
                "gatehouse_introspection_cache_entries": 1, "gatehouse_events_dropped": 0,
                "gatehouse_tenants": Double(LabTenant.all.count), "gatehouse_tenant_file_faults": 1,
            ]
            for (name, value) in expected { #expect(metrics.samples[name] == value, "\(name)") }
        }
    }
}

/// The text format of Prometheus 0.0.4, strictly: each family's HELP and TYPE once, before its samples, together.
struct Exposition {
    private(set) var samples: [String: Double] = [:]

    init(_ text: String) throws {
        try #require(text.hasSuffix("\n"))
        var family = ""
        var seen: Set<String> = []
        for line in text.split(separator: "\n") {
            if let help = line.wholeMatch(of: /# HELP ([a-z_]+) .+/) {
                family = String(help.1)
                try #require(seen.insert(family).inserted, "\(family) stands twice")
            } else if let type = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge)/) {
                try #require(type.1 == family)
            } else {
                let pattern = /([a-z_]+)(?:\{(?:[a-z_]+="[^"\\\n]*",?)+\})? (-?[0-9.]+)/
                let sample = try #require(line.wholeMatch(of: pattern), "\(line)")
                try #require(sample.1 == family, "\(line) stands outside its family")
                let name = String(line.prefix { $0 != " " })
                try #require(samples.updateValue(Double(sample.2) ?? .nan, forKey: name) == nil)
            }
        }
    }
}

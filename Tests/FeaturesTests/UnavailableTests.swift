import Features
import JSON
import Store
import TestSupport
import Testing

/// A store that cannot write or is gone: 503, nothing half-written, reads go on.
@Suite struct UnavailableTests {
    @Test func `on a full disk sign-ups are refused whole, and what was acknowledged stays`() async throws {
        try await Lab.with(store: { StoreSettings(folder: $0, maximumPages: 48) }) { lab in
            var people: [Visitor] = []
            var refused: HTTPTestAnswer?
            for _ in 0..<400 where refused == nil {
                var app = Visitor.app(lab)
                let answer = try await app.register(["display_name": .string(String(repeating: "x", count: 128))])
                if answer.status == 201 {
                    try app.adopt(answer)
                    people.append(app)
                } else {
                    refused = answer
                }
            }
            let answer = try #require(refused)
            expectRefusal(answer, 503, "unavailable")
            #expect(answer["Retry-After"] != nil)
            #expect(answer.json["session"] == nil)
            #expect(people.count > 3)
            #expect(try await lab.store.counts().accounts == people.count)
            for person in people {
                expectGood(try await person.send("GET", "/session"))
                #expect(try await lab.introspect(person).json["active"] == true)
            }
            let ready = try await lab.managementClient.send(
                HTTPTestRequest("GET", "/health/ready", host: "localhost"))
            #expect([200, 503].contains(ready.status))
        }
    }

    @Test func `without a store every call that needs it says so, and the rest goes on`() async throws {
        try await Lab.with { lab in
            var app = Visitor.app(lab)
            try await app.signUp()
            let options = try await app.signedOut.requestOptions()
            await lab.store.close()
            expectRefusal(try await app.send("GET", "/session"), 503, "unavailable")
            expectRefusal(
                try await app.signedOut.send("POST", Visitor.authentication + "/verify", try app.asserted(options)),
                503, "unavailable")
            let seen = try await lab.introspect(app)
            #expect(seen.status == 503)
            #expect(seen.json["error"] == "temporarily_unavailable")
            #expect(seen["Retry-After"] != nil)
            // Beginnings need no records.
            _ = try await app.signedOut.requestOptions()
            _ = try await app.signedOut.creationOptions()
            expectGood(try await app.send("GET", "/"))
        }
    }

    @Test func `a client that leaves after the commit has its account`() async throws {
        try await Lab.with { lab in
            let app = Visitor.app(lab)
            let body = try app.created(try await app.creationOptions()).serialized()
            let head =
                "POST /passkeys/registration/verify HTTP/1.1\r\nHost: id.acme.example\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
            // The whole request, and nobody waits for the answer.
            try await lab.client.sendAndLeave(Array(head.utf8) + body)
            var count = 0
            for _ in 0..<500 where count == 0 {
                try await Task.sleep(for: .milliseconds(10))
                count = try await lab.store.counts().accounts
            }
            #expect(count == 1)
            expectGood(try await app.authenticate())
        }
    }
}

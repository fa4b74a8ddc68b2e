import Foundation
import Store
import Testing

@Suite("Events") struct EventTests {
    @Test(arguments: Engine.allCases)
    func `the log is read newest first, in pages, for one account or all`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        let ada = Person(1).account.id
        let events = (0..<10).map { Person.event("type-\($0)", of: $0.isMultiple(of: 2) ? ada : nil) }
        try await it.store.recordEvents(events, in: it.acme)
        try await it.store.recordEvents([], in: it.acme)
        let page = try await it.store.events(in: it.acme, limit: 4)
        #expect(page.map(\.event) == events.suffix(4).reversed())
        let next = try await it.store.events(in: it.acme, limit: 100, before: page.last?.number)
        #expect(next.map(\.event) == events.prefix(6).reversed())
        let adas = try await it.store.events(in: it.acme, limit: 2, account: ada)
        #expect(adas.map(\.event.type) == ["type-8", "type-6"])
        #expect(try await it.store.events(in: it.acme, limit: -1).count == 1)
    }

    @Test(arguments: Engine.allCases)
    func `entries written at once all get a number of their own`(engine: Engine) async throws {
        let it = try await StoreFixture(engine)
        _ = try await race(50) { index in
            try await it.store.recordEvents(
                [Person.event("a-\(index)"), Person.event("b-\(index)")], in: it.acme)
        }
        let all = try await it.store.events(in: it.acme, limit: 1_000)
        #expect(Set(all.map(\.number)).count == 100)
        #expect(Set(all.map(\.event.type)).count == 100)
    }
}

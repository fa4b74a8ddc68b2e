import JSON
import TestSupport
import Testing
import Text

/// Lists of real passkeys differ in number, transports and lengths of ids; so must those of names that nobody has.
@Suite(.lab) struct AttackEnumerationTests {
    @Test func `made-up lists are as various as real ones`() async throws {
        let app = Visitor.app(try Lab.current())
        var numbers: [Int: Int] = [:]
        var looks: Set<String> = []
        for index in 0..<200 {
            let options = try await app.requestOptions(["username": "nobody-\(index)@mail.example"])
            let list = options["allowCredentials"]?.array ?? []
            numbers[list.count, default: 0] += 1
            for item in list {
                let id = try #require(item["id"]?.string.flatMap(Base64URL.decode))
                looks.insert("\(id.count) \(item["transports"]?.array?.compactMap(\.string) ?? [])")
            }
        }
        #expect(Set(numbers.keys) == [1, 2])
        #expect((20...90).contains(numbers[2] ?? 0))
        #expect(looks.count == 6)
    }

    @Test func `every made-up id is refused as a real one is, whatever its length`() async throws {
        let app = Visitor.app(try Lab.current())
        var lengths: Set<Int> = []
        for index in 0..<60 {
            let options = try await app.requestOptions(["username": "nobody-\(index)@mail.example"])
            for id in options["allowCredentials"]?.array?.compactMap({ $0["id"]?.string }) ?? [] {
                let bytes = try #require(Base64URL.decode(id))
                guard lengths.insert(bytes.count).inserted else { continue }
                let taken = try await Visitor.app(app.lab).register { $0.credentialID = bytes }
                expectRefusal(taken, 409, "credential_exists")
                var other = bytes
                other[0] ^= 1
                expectGood(try await Visitor.app(app.lab).register { $0.credentialID = other }, 201)
            }
        }
        #expect(lengths == [16, 20, 32, 64])
    }
}

import Glibc
import Synchronization

/// Signs people in with passkeys as fast as the gateway lets it, and says how fast that was.
///
///     LoadGenerator PORT HOST ORIGIN CONNECTIONS (seconds N | sessions N | token)
@main
enum LoadGenerator {
    static func main() {
        do {
            try generate()
        } catch {
            print("LoadGenerator: \(error)")
            exit(1)
        }
    }

    private static func generate() throws {
        let words = CommandLine.arguments
        guard words.count >= 6, let port = UInt16(words[1]), let connections = Int(words[4]) else {
            print("usage: LoadGenerator PORT HOST ORIGIN CONNECTIONS (seconds N | sessions N | token)")
            exit(2)
        }
        let plan = Plan(port: port, host: words[2], origin: words[3])
        if words[5] == "token" {
            let person = try plan.person()
            try person.signUp()
            print(try person.signIn())
            return
        }
        guard words.count == 7, let amount = Int(words[6]) else { exit(2) }
        let people = try (0..<connections).map { _ in try plan.person() }
        for person in people { try person.signUp() }
        let result = run(
            people, seconds: words[5] == "seconds" ? amount : 3_600, limit: words[5] == "seconds" ? .max : amount)
        let rate = Double(result.count) / result.seconds
        print("sign-ins \(result.count) in \(result.seconds) s: \(Int(rate)) a second, \(result.failures) failed")
        if result.failures > 0 { exit(1) }
    }

    private struct Plan {
        let port: UInt16
        let host: String
        let origin: String

        func person() throws -> Person { try Person(port: port, host: host, origin: origin) }
    }

    private final class Tally: Sendable {
        let count = Atomic<Int>(0)
        let failures = Atomic<Int>(0)
    }

    /// A person and its thread's orders. Each is used by one thread only.
    private final class Worker: @unchecked Sendable {
        let person: Person
        let tally: Tally
        let end: Double
        let limit: Int

        init(_ person: Person, _ tally: Tally, end: Double, limit: Int) {
            self.person = person
            self.tally = tally
            self.end = end
            self.limit = limit
        }

        func work() {
            while now() < end, tally.count.load(ordering: .relaxed) < limit {
                do {
                    _ = try person.signIn()
                    tally.count.add(1, ordering: .relaxed)
                } catch {
                    print(error)
                    tally.failures.add(1, ordering: .relaxed)
                    return
                }
            }
        }
    }

    private static func run(
        _ people: [Person], seconds: Int, limit: Int
    ) -> (count: Int, failures: Int, seconds: Double) {
        let tally = Tally()
        let start = now()
        var threads: [pthread_t] = []
        for person in people {
            let worker = Worker(person, tally, end: start + Double(seconds), limit: limit)
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<Worker>.fromOpaque(context).takeRetainedValue().work() }
                    return nil
                }, Unmanaged.passRetained(worker).toOpaque())
            threads.append(thread)
        }
        for thread in threads { pthread_join(thread, nil) }
        return (tally.count.load(ordering: .relaxed), tally.failures.load(ordering: .relaxed), now() - start)
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

import Features
import JSON
import Store

/// Removes expired rows in small batches. Expiry itself is checked at use, never by this.
enum Janitor {
    static func start(_ services: Services) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(60))
                await sweep(services)
            }
        }
    }

    private static func sweep(_ services: Services) async {
        for _ in 0..<200 where !Task.isCancelled {
            do throws(StoreError) {
                let removed = try await services.store.sweep(now: services.environment.now(), limit: 500)
                if removed == 0 { return }
            } catch {
                services.log.write(.warning, "expired rows could not be removed", [("cause", .string("\(error)"))])
                return
            }
        }
    }
}

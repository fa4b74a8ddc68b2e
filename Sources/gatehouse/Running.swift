import Features
import HTTPServer
import Store

/// The started program.
struct Running {
    let publicAddress: String
    let log: Log
    let publicServer: HTTPServer
    let managementServer: HTTPServer
    let management: Management
    let events: EventRecorder
    let store: Store
    let janitor: Task<Void, Never>

    /// Refuses new work, lets running requests finish (at most 20 s), then lets go of the store.
    func stop() async {
        management.startDraining()
        await publicServer.drain(deadline: .seconds(20))
        janitor.cancel()
        await events.flush()
        await managementServer.drain(deadline: .seconds(1))
        await store.close()
        log.write(.info, "stopped")
    }
}

internal import Glibc
internal import HTTP

/// All open connections: counts them by client, cuts those that take too long.
///
/// The library's own limits do not fit: at its total further clients hang unanswered, and its limit per address takes a
/// proxy for one client.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var perClient: [PeerAddress: Int] = [:]
    }

    private let state = Lock(State())
    private let maximum: Int
    private let maximumPerClient: Int

    init(maximum: Int, maximumPerClient: Int) {
        self.maximum = maximum
        self.maximumPerClient = maximumPerClient
    }

    var count: Int { state.withLock { $0.connections.count } }

    /// Whether one more connection from there is allowed.
    func admits(_ peer: PeerAddress, isExempt: Bool) -> Bool {
        state.withLock {
            $0.connections.count < maximum && (isExempt || $0.perClient[peer.clientKey, default: 0] < maximumPerClient)
        }
    }

    func add(_ connection: Connection) {
        state.withLock {
            $0.connections[ObjectIdentifier(connection)] = connection
            if !connection.isExempt { $0.perClient[connection.peer.clientKey, default: 0] += 1 }
        }
    }

    /// Forgets a connection; called before the library closes its descriptor.
    func remove(_ connection: Connection) {
        state.withLock {
            let key = connection.peer.clientKey
            guard $0.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil, !connection.isExempt else {
                return
            }
            let left = $0.perClient[key, default: 1] - 1
            $0.perClient[key] = left > 0 ? left : nil
        }
    }

    /// Cuts connections whose request or answer has taken too long; returns how many.
    ///
    /// Under the lock, because `remove` waits for it before the descriptor is closed and its number used again.
    func sweep(now: UInt64, milliseconds limit: UInt64) -> Int {
        state.withLock { state in
            var swept = 0
            for connection in state.connections.values where connection.isOverdue(now: now, milliseconds: limit) {
                shutdown(connection.descriptor, Int32(SHUT_RDWR))
                swept += 1
            }
            return swept
        }
    }

    /// The connections that are in the middle of a request.
    var busy: [Connection] { state.withLock { $0.connections.values.filter { $0.phase != .idle } } }
}

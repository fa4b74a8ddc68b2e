internal import Glibc
internal import HTTP
internal import Synchronization

/// One open connection and the request it is at; the library handles one request after the other.
///
/// Unchecked, because of `exchange`: only callbacks of the library touch it, and the library calls those of one
/// connection from one thread. What others read is an atomic (`phase`) or behind a lock (`pending`); the rest is
/// constant.
final class Connection: @unchecked Sendable {
    /// What the connection is doing, for the sweeper and for draining.
    enum Phase: UInt64 {
        /// Waiting for a request, or receiving its head.
        case idle
        /// Receiving a body.
        case receiving
        /// The handler works: never swept.
        case handling
        /// Sending the answer.
        case sending
    }

    /// A later answer's way back.
    private enum Pending {
        case nothing
        /// The suspended connection's address, and which request of the connection it is about.
        case waiting(UInt, request: UInt64)
        case ready(HTTPResponse)
    }

    let descriptor: Int32
    let peer: PeerAddress
    let isExempt: Bool
    var exchange = Exchange()

    private let phaseAndTime: Atomic<UInt64>
    private let pending = Lock(Pending.nothing)

    init(descriptor: Int32, peer: PeerAddress, isExempt: Bool) {
        self.descriptor = descriptor
        self.peer = peer
        self.isExempt = isExempt
        phaseAndTime = Atomic(Self.pack(.idle))
    }

    /// Enters a phase now. Body and head of a request share one allowance of time, so `receiving` keeps the old start.
    func enter(_ phase: Phase) {
        let value = phase == .receiving ? phaseAndTime.load(ordering: .relaxed) & ~3 | phase.rawValue : Self.pack(phase)
        phaseAndTime.store(value, ordering: .releasing)
    }

    var phase: Phase { Phase(rawValue: phaseAndTime.load(ordering: .acquiring) & 3) ?? .idle }

    /// Whether the client has taken too long for its request or for the answer.
    func isOverdue(now: UInt64, milliseconds limit: UInt64) -> Bool {
        let value = phaseAndTime.load(ordering: .acquiring)
        let since = value >> 2
        return value & 3 != Phase.handling.rawValue && now > since && now &- since > limit
    }

    private static func pack(_ phase: Phase) -> UInt64 { Clock.milliseconds << 2 | phase.rawValue }

    // MARK: The way back of a later answer

    /// Notes that the connection sleeps; call only once it is suspended.
    func expectAnswer(handle: OpaquePointer) {
        let address = UInt(bitPattern: handle)
        let request = exchange.number
        pending.withLock { $0 = .waiting(address, request: request) }
    }

    /// Leaves the answer and tells which connection to wake; nil if it is no longer wanted.
    func deliver(_ response: HTTPResponse, request: UInt64?) -> OpaquePointer? {
        pending.withLock { state -> UInt? in
            guard case .waiting(let address, let waiting) = state, request == nil || request == waiting else {
                return nil
            }
            state = .ready(response)
            return address
        }.flatMap { OpaquePointer(bitPattern: $0) }
    }

    /// Takes the answer, after the connection woke.
    func takeAnswer() -> HTTPResponse? {
        pending.withLock { state in
            guard case .ready(let response) = state else { return nil }
            state = .nothing
            return response
        }
    }
}

/// One request and how far it has come.
struct Exchange {
    enum Stage {
        /// The request line is known; the handler has not been called.
        case fresh
        /// The gate let it pass.
        case receiving
        /// The connection sleeps until the answer is there.
        case waiting
        /// An answer is on its way.
        case answered
    }

    /// Counts the requests of the connection.
    var number: UInt64 = 0
    var stage = Stage.fresh
    /// The target as it stands in the request line; the memory is used again for the next request.
    var rawTarget: [UInt8] = []
    var id = ""
    var method = ""
    var target: RequestTarget?
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    /// How many bytes of a body that is too large have been thrown away.
    var discarded = 0

    /// Begins the next request with its raw target.
    mutating func begin(rawTarget bytes: UnsafeRawBufferPointer) {
        number &+= 1
        stage = .fresh
        rawTarget.removeAll(keepingCapacity: true)
        rawTarget.append(contentsOf: bytes)
        body = []
        discarded = 0
    }

    /// Lets go of what a finished request held, so that an idle connection is small.
    mutating func end() {
        headers = HTTPHeaders()
        target = nil
        body = []
    }
}

/// A cheap clock for time limits: monotonic, a few milliseconds coarse.
enum Clock {
    static var milliseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1000 &+ UInt64(truncatingIfNeeded: time.tv_nsec) / 1_000_000
    }
}

import HTTP

/// One row of the route table: what answers a URL, for whom, and under which cross-origin and rate rules.
package struct Route: Sendable {
    let method: String
    let path: PathPattern
    let hosts: HostScope
    let session: SessionRule
    let crossOrigin: CrossOriginRule
    let rate: RateClass
    let body: BodyRule
    let errors: ErrorStyle
    let onlyOnDemoTenants: Bool
    /// What a refused call is in the tenant's events; nil if it leaves none.
    let refusal: EventType?
    let handler: RouteHandler

    init(
        _ method: String, _ path: String, hosts: HostScope = .issuer, session: SessionRule = .ignored,
        crossOrigin: CrossOriginRule = .none, rate: RateClass = .unlimited, body: BodyRule = .none,
        errors: ErrorStyle = .problem, onlyOnDemoTenants: Bool = false, refusal: EventType? = nil,
        handler: RouteHandler
    ) {
        self.method = method
        self.path = PathPattern(path)
        self.hosts = hosts
        self.session = session
        self.crossOrigin = crossOrigin
        self.rate = rate
        self.body = body
        self.errors = errors
        self.onlyOnDemoTenants = onlyOnDemoTenants
        self.refusal = refusal
        self.handler = handler
    }
}

/// Which of a tenant's hosts a route answers on.
enum HostScope: Sendable {
    case issuer
    /// Also the tenant's other `hosts`: association files and `/`.
    case every
}

/// What a route makes of a session token or cookie.
enum SessionRule: Sendable {
    /// The route knows no sessions.
    case ignored
    /// A session changes what the call does. A cookie must be same-origin.
    case optional
    /// Without a session the answer is 401. A cookie must be same-origin.
    case required
}

/// Which origins may read the answers (CORS); never with credentials.
enum CrossOriginRule: Sendable {
    case none
    /// Discovery and association files: `*`.
    case anyone
    /// `relying_party.origins` and related origins.
    case relyingParty
}

/// Which bucket of the caller's address a call draws from.
enum RateClass: String, Sendable, CaseIterable {
    case unlimited
    /// Asking for options: five times the tenant's `per_address`, because autofill asks on every view of a page.
    case begin
    /// Finishing a ceremony: the tenant's `per_address`.
    case finish
    /// Failed client authentications: the tenant's `per_address`, apart from people's sign-ins, so that a service with
    /// a wrong secret does not keep the people behind the same address out.
    case service
    /// Calls with a session: ten times the tenant's `per_address`.
    case account
}

/// What a route reads from the body.
enum BodyRule: Sendable {
    case none
    case json
    case form
}

/// How refused requests are written.
enum ErrorStyle: Sendable {
    /// RFC 9457 `application/problem+json`.
    case problem
    /// RFC 6749 §5.2.
    case oauth
}

/// How a route answers.
enum RouteHandler: Sendable {
    /// At once, on the HTTP library's thread, from prepared bytes.
    case inline(@Sendable (RequestContext) throws(Problem) -> HTTPResponse)
    /// In a task of its own.
    case task(@Sendable (RequestContext) async throws(Problem) -> HTTPResponse)
    /// At once if the first can (it answers nil if not), else in a task.
    case either(
        @Sendable (RequestContext) throws(Problem) -> HTTPResponse?,
        @Sendable (RequestContext) async throws(Problem) -> HTTPResponse)
}

/// A path with `{name}` segments. Paths match byte for byte, undecoded.
package struct PathPattern: Sendable {
    /// The pattern as written.
    package let text: String
    private let segments: [Segment]

    private enum Segment: Sendable {
        case literal([UInt8])
        case parameter
    }

    init(_ text: String) {
        self.text = text
        segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            $0.first == UInt8(ascii: "{") ? .parameter : .literal(Array($0))
        }
    }

    /// Whether the pattern has no parameters and can be found by a look-up.
    var isLiteral: Bool {
        segments.allSatisfy { if case .literal = $0 { true } else { false } }
    }

    /// The values of the parameters; nil if the path does not match. A parameter is never empty.
    func match(_ path: [Substring.UTF8View]) -> [String]? {
        guard path.count == segments.count else { return nil }
        var values: [String] = []
        for (segment, actual) in zip(segments, path) {
            switch segment {
            case .literal(let bytes): guard actual.elementsEqual(bytes) else { return nil }
            case .parameter:
                guard !actual.isEmpty else { return nil }
                values.append(String(Substring(actual)))
            }
        }
        return values
    }
}

package import Store
import Tenancy

/// The machinery that all features share, wired once at start.
package final class Services: Sendable {
    /// Records on disk.
    package let store: Store
    /// The master keys.
    package let keys: KeyRing
    /// Time and randomness.
    package let environment: Environment
    /// Per-address buckets of this node.
    package let limiter: RateLimiter
    /// Sessions that were introspected in the last seconds.
    package let introspections: IntrospectionCache
    /// The audit log's way to the store.
    package let events: EventRecorder
    /// What the operator reads.
    package let log: Log
    /// What Prometheus reads.
    package let metrics: Metrics
    /// Pages, assets and the browser SDK.
    package let web: WebFiles
    /// Where a request's host and address come from.
    package let trust: ProxyTrust
    /// Whether answers carry signals for credential managers (off after a restore).
    package let signals: Bool

    /// Puts the machinery together.
    package init(
        store: Store, keys: KeyRing, environment: Environment, events: EventRecorder, log: Log, metrics: Metrics,
        web: WebFiles, trust: ProxyTrust, signals: Bool = true
    ) {
        self.store = store
        self.keys = keys
        self.environment = environment
        self.events = events
        self.log = log
        self.metrics = metrics
        self.web = web
        self.trust = trust
        self.signals = signals
        limiter = RateLimiter()
        introspections = IntrospectionCache()
    }
}

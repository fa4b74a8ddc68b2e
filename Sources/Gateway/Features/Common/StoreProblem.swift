import Store

extension Problem {
    /// The store could not do its work: the caller may try again, the operator sees why.
    init(_ error: StoreError) {
        self.init(.unavailable, "The gateway cannot reach its records right now. Try again.", cause: "\(error)")
        headers.append(("Retry-After", "2"))
    }
}

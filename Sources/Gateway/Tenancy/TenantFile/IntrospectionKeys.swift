import YAML

/// The keys of `clients[].introspect`, where it is not just true or false.
enum IntrospectionKeys {
    static let sessions = Key("sessions", .flag, .value(false, "false"), "Session tokens of the tenant.")
    static let audiences = Key(
        "audiences", .list(of: .text("an audience") { $0 }, identity: { $0 }, atMost: 100), .value([], "[]"),
        "Access tokens for these audiences.")

    static let all = SectionKeys(declarations: [sessions.declaration, audiences.declaration])
}

extension IntrospectPolicy {
    /// The default.
    static let nothing = IntrospectPolicy(sessions: false, audiences: [])
}

extension ValueType where Value == IntrospectPolicy {
    /// `true`, `false`, or a section that says what.
    static let introspection = ValueType(
        words: "true, false, or {sessions: true, audiences: […]}", members: IntrospectionKeys.all.declarations
    ) { field in
        guard case .mapping = field.node else {
            return ValueType<Bool>.flag.read(field).map { IntrospectPolicy(sessions: $0, audiences: []) }
        }
        guard let section = Section(field, IntrospectionKeys.all) else { return nil }
        let sessions = section(IntrospectionKeys.sessions)
        let audiences = section(IntrospectionKeys.audiences)
        guard let sessions, let audiences else { return nil }
        return IntrospectPolicy(sessions: sessions.value, audiences: audiences.value.map(\.value))
    }
}

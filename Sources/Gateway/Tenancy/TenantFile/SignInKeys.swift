/// The keys of `sign_in`.
enum SignInKeys {
    static let limits = Key("limits", LimitKeys.type, .emptySection, "How often somebody may try.")

    static let all = SectionKeys(
        declarations: [limits.declaration], later: ["password", "recovery", "apple", "providers"])

    static let type = ValueType<Limits>.section(all) { $0(limits)?.value }
}

/// The keys of `sign_in.limits`.
enum LimitKeys {
    static let perAccount = Key(
        "per_account", .rate, .value(Rate(count: 10, seconds: 900), "10/15m"), "Tries against one account.")
    static let perAddress = Key(
        "per_address", .rate, .value(Rate(count: 60, seconds: 60), "60/1m"), "Tries from one address.")

    static let all = SectionKeys(declarations: [perAccount.declaration, perAddress.declaration])

    static let type = ValueType<Limits>.section(all) { section in
        if let place = section.position(of: Self.perAccount) {
            section.reading.warn(place, "has no effect yet: it will count passwords, which are not built")
        }
        let perAccount = section(perAccount)
        let perAddress = section(perAddress)
        guard let perAccount, let perAddress else { return nil }
        return Limits(perAccount: perAccount.value, perAddress: perAddress.value)
    }
}

extension ValueType where Value == Int {
    /// A duration in seconds, written `90s`, `15m`, `12h` or `30d`.
    static func duration(_ range: ClosedRange<Int>) -> ValueType {
        let words = "a duration such as 90s, 15m, 12h or 30d"
        let limits = "\(Amount.duration(range.lowerBound)) to \(Amount.duration(range.upperBound))"
        return ValueType(words: words, range: limits) { field in
            guard let text = field.text(words) else { return nil }
            guard let seconds = Amount.seconds(text) else {
                let hint = Amount.number(text) == nil ? "" : "; a number needs its unit, such as \(text)s"
                field.fault("\(text.quoted) is not \(words)\(hint)")
                return nil
            }
            guard range.contains(seconds) else {
                field.fault("\(text) is out of range; write \(limits)")
                return nil
            }
            return seconds
        }
    }
}

extension ValueType where Value == Rate {
    /// A rate, written `10/15m`.
    static let rate = ValueType(words: "a rate such as 10/15m", range: "1 to 1000000, in 1s to 30d") { field in
        guard let text = field.text("a rate such as 10/15m") else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let count = parts.first.flatMap(Amount.number),
            let seconds = parts.last.flatMap(Amount.seconds)
        else {
            field.fault("\(text.quoted) is not a rate such as 10/15m")
            return nil
        }
        guard (1...1_000_000).contains(count), (1...2_592_000).contains(seconds) else {
            field.fault("\(text) is out of range; write 1 to 1000000 in 1s to 30d")
            return nil
        }
        return Rate(count: count, seconds: seconds)
    }
}

/// Numbers and durations as texts.
enum Amount {
    private static let units: [(suffix: String, seconds: Int)] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]

    /// Digits only, at most nine.
    static func number(_ text: some StringProtocol) -> Int? {
        (1...9).contains(text.utf8.count) && text.utf8.allSatisfy(ASCII.isDigit) ? Int(text) : nil
    }

    /// The seconds of a duration.
    static func seconds(_ text: String) -> Int? {
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        return number(text.dropLast()).map { $0 * unit.seconds }
    }

    /// The duration of a whole number of seconds, in the largest unit that fits.
    static func duration(_ seconds: Int) -> String {
        let unit = units.first { seconds >= $0.seconds && seconds.isMultiple(of: $0.seconds) } ?? ("s", 1)
        return "\(seconds / unit.seconds)\(unit.suffix)"
    }
}

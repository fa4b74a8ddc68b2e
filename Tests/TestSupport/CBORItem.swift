/// A CBOR item to be written. Unlike the reader's value it can be wrong on purpose: maps keep their order and may hold
/// a key twice, and `raw` puts in any bytes at all.
package indirect enum CBORItem: Sendable, Equatable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBORItem])
    case map([Entry])
    case bool(Bool)
    case null
    case raw([UInt8])

    /// One key with its value.
    package struct Entry: Sendable, Equatable {
        /// The key, of any kind.
        package var key: CBORItem
        /// The value.
        package var value: CBORItem

        /// An entry.
        package init(_ key: CBORItem, _ value: CBORItem) {
            self.key = key
            self.value = value
        }
    }

    /// The value under a key of a map; setting nil drops it, setting a new key appends it.
    package subscript(key: CBORItem) -> CBORItem? {
        get {
            guard case .map(let entries) = self else { return nil }
            return entries.first { $0.key == key }?.value
        }
        set {
            guard case .map(var entries) = self else { return }
            let index = entries.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append(Entry(key, value))
            case (nil, nil): break
            }
            self = .map(entries)
        }
    }

    /// The value under a text key.
    package subscript(name: String) -> CBORItem? {
        get { self[.text(name)] }
        set { self[.text(name)] = newValue }
    }

    /// The value under an integer key.
    package subscript(label: Int64) -> CBORItem? {
        get { self[.integer(label)] }
        set { self[.integer(label)] = newValue }
    }
}

extension CBORItem: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(stringLiteral value: String) { self = .text(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: CBORItem...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (CBORItem, CBORItem)...) {
        self = .map(elements.map { Entry($0.0, $0.1) })
    }
}

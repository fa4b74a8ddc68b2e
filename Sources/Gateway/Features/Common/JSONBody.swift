import JSON

/// A request's JSON object, with typed access to the members a call knows. Unknown ones are ignored; `null` is absent.
struct JSONBody {
    let value: JSONValue

    init(_ context: RequestContext) throws(Problem) { value = try context.json() }

    /// The text of a member; nil if absent.
    func text(_ name: String) throws(Problem) -> String? {
        switch value[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw Problem(.requestMalformed, "\(name) must be a string.")
        }
    }
}

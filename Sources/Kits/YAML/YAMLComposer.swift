internal import CYAML

/// Builds the nodes of one document from events, and refuses what the reader does not take.
struct YAMLComposer {
    private let events: YAMLEvents

    init(_ bytes: [UInt8]) throws(YAMLError) {
        events = try YAMLEvents(bytes)
    }

    func document() throws(YAMLError) -> YAMLNode {
        _ = try events.next()
        let start = try events.next()
        if start.kind == YAML_STREAM_END_EVENT { return .scalar("", isPlain: true, YAMLPosition(line: 1, column: 1)) }
        guard start.kind == YAML_DOCUMENT_START_EVENT else { throw start.refuse("not a YAML document") }
        guard !start.hasTag else { throw start.refuse("directives (%YAML, %TAG) are not accepted") }
        let root = try node(try events.next(), depth: 1)
        _ = try events.next()
        let end = try events.next()
        guard end.kind == YAML_STREAM_END_EVENT else { throw end.refuse("only one document may stand in a file") }
        return root
    }

    /// Depth is bounded here, before the library goes deeper: 100,000 brackets cost it seconds.
    private func node(_ event: YAMLEvent, depth: Int) throws(YAMLError) -> YAMLNode {
        guard depth <= YAMLReader.maxDepth else {
            throw event.refuse("nested deeper than \(YAMLReader.maxDepth) levels")
        }
        try refuseShorthand(event)
        switch event.kind {
        case YAML_SCALAR_EVENT: return .scalar(event.text, isPlain: event.isPlain, event.position)
        case YAML_SEQUENCE_START_EVENT: return try sequence(event, depth: depth)
        case YAML_MAPPING_START_EVENT: return try mapping(event, depth: depth)
        default: throw event.refuse("not a YAML value")
        }
    }

    private func refuseShorthand(_ event: YAMLEvent) throws(YAMLError) {
        if event.kind == YAML_ALIAS_EVENT {
            throw event.refuse("aliases (*name) are not accepted; write the value out")
        }
        if event.hasAnchor { throw event.refuse("anchors (&name) are not accepted; write the value out") }
        if event.hasTag { throw event.refuse("tags (!name) are not accepted") }
    }

    private func sequence(_ start: YAMLEvent, depth: Int) throws(YAMLError) -> YAMLNode {
        var items: [YAMLNode] = []
        while true {
            let event = try events.next()
            if event.kind == YAML_SEQUENCE_END_EVENT { return .sequence(items, start.position) }
            items.append(try node(event, depth: depth + 1))
        }
    }

    private func mapping(_ start: YAMLEvent, depth: Int) throws(YAMLError) -> YAMLNode {
        var entries: [YAMLEntry] = []
        var seen: [[UInt8]: YAMLPosition] = [:]
        while true {
            let key = try events.next()
            if key.kind == YAML_MAPPING_END_EVENT { return .mapping(entries, start.position) }
            try refuseShorthand(key)
            guard key.kind == YAML_SCALAR_EVENT else { throw key.refuse("a key must be a text") }
            if let first = seen.updateValue(key.position, forKey: Array(key.text.utf8)) {
                throw key.refuse("the key \"\(key.text.prefix(64))\" stands twice, first at \(first)")
            }
            entries.append(
                YAMLEntry(
                    key: key.text, position: key.position, value: try node(try events.next(), depth: depth + 1)))
        }
    }
}

internal import CYAML

/// What is kept of one of libyaml's events.
struct YAMLEvent {
    let kind: yaml_event_type_t
    let position: YAMLPosition
    var text = ""
    var isPlain = false
    var hasAnchor = false
    /// A tag on a node, or a directive before the document.
    var hasTag = false

    func refuse(_ reason: String) -> YAMLError { YAMLError(reason: reason, position: position) }
}

/// One run of libyaml's parser. It owns the parser and the bytes that it reads.
final class YAMLEvents {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) throws(YAMLError) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        input = .allocate(capacity: max(1, bytes.count))
        _ = input.initialize(from: bytes)
        guard yaml_parser_initialize(parser) == 1 else {
            throw YAMLError(reason: "out of memory", position: YAMLPosition(line: 1, column: 1))
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// The next event. After the end of the stream the library gives empty ones.
    func next() throws(YAMLError) -> YAMLEvent {
        var raw = yaml_event_t()
        guard yaml_parser_parse(parser, &raw) == 1 else { throw failure() }
        defer { yaml_event_delete(&raw) }
        var event = YAMLEvent(kind: raw.type, position: Self.position(raw.start_mark))
        switch raw.type {
        case YAML_DOCUMENT_START_EVENT:
            let start = raw.data.document_start
            event.hasTag = start.version_directive != nil || start.tag_directives.start != start.tag_directives.end
        case YAML_SCALAR_EVENT:
            let scalar = raw.data.scalar
            event.text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            event.isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            event.hasAnchor = scalar.anchor != nil
            event.hasTag = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            event.hasAnchor = raw.data.sequence_start.anchor != nil
            event.hasTag = raw.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            event.hasAnchor = raw.data.mapping_start.anchor != nil
            event.hasTag = raw.data.mapping_start.tag != nil
        default: break
        }
        return event
    }

    /// The library counts lines and columns from 0.
    private static func position(_ mark: yaml_mark_t) -> YAMLPosition {
        YAMLPosition(line: Int(clamping: mark.line) &+ 1, column: Int(clamping: mark.column) &+ 1)
    }

    private func failure() -> YAMLError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "not YAML"
        // Reader errors (control characters) know their byte only.
        guard parser.pointee.error != YAML_READER_ERROR else {
            return YAMLError(
                reason: problem,
                position: YAMLPosition(ofByte: Int(clamping: parser.pointee.problem_offset), in: Array(input)))
        }
        let context = parser.pointee.context.map { String(cString: $0) + ": " } ?? ""
        // The library names no cause; these are the commonest.
        let isTab = problem.contains("cannot start any token")
        let isIndent = problem.contains("mapping values are not allowed") || problem.contains("did not find expected")
        let hint =
            isTab
            ? " (is it a tab? indent with spaces)"
            : isIndent ? " (is this line, or the one above, indented unlike its neighbours?)" : ""
        return YAMLError(
            reason: context + problem + hint,
            position: Self.position(parser.pointee.problem_mark))
    }
}

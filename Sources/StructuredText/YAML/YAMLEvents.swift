import CLibYAML

/// One event of libyaml. Marks count characters from the start of the parsed bytes.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case documentEnd
    case alias(String)
    /// `isPlain`: neither quoted nor a block scalar, so that its type comes from its text.
    case scalar(String, isPlain: Bool)
    case sequenceStart(isFlow: Bool)
    case sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
  }

  var kind: Kind
  var anchor: String?
  var tag: String?
  var start: Int
  var end: Int
}

/// Why libyaml stopped.
struct YAMLSyntaxProblem {
  enum Place {
    /// Characters from the start.
    case character(Int)
    /// Bytes from the start; from the decoder, which stops before characters are counted.
    case byte(Int)
  }

  /// The library's own words.
  var text: String
  /// What it was reading.
  var context: String
  var place: Place
  /// Where that began.
  var contextCharacter: Int?
}

/// The events of libyaml. This file holds all pointers of the library: what leaves it are values.
enum YAMLEvents {
  /// Calls `body` for every event until it answers false or the stream ends. Answers the problem that stopped libyaml.
  static func forEach(in bytes: ArraySlice<UInt8>, _ body: (YAMLEvent) -> Bool) -> YAMLSyntaxProblem? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var parser = unsafe yaml_parser_t()
      guard unsafe yaml_parser_initialize(&parser) == 1 else { return outOfMemory }
      defer { unsafe yaml_parser_delete(&parser) }
      unsafe yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      while true {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(&parser, &event) == 1 else { return unsafe problem(of: parser) }
        defer { unsafe yaml_event_delete(&event) }
        if unsafe event.type == YAML_STREAM_END_EVENT || event.type == YAML_NO_EVENT { return nil }
        guard let value = unsafe self.event(from: event) else { continue }
        guard body(value) else { return nil }
      }
    }
  }

  private static let outOfMemory = YAMLSyntaxProblem(text: "out of memory", context: "", place: .byte(0))

  private static func event(from event: yaml_event_t) -> YAMLEvent? {
    let start = unsafe event.start_mark.index
    let end = unsafe event.end_mark.index
    func value(_ kind: YAMLEvent.Kind, _ anchor: String? = nil, _ tag: String? = nil) -> YAMLEvent {
      YAMLEvent(kind: kind, anchor: anchor, tag: tag, start: Int(start), end: Int(end))
    }
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: return value(.documentStart)
    case YAML_DOCUMENT_END_EVENT: return value(.documentEnd)
    case YAML_ALIAS_EVENT: return unsafe value(.alias(text(event.data.alias.anchor) ?? ""))
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let content = unsafe String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      return unsafe value(.scalar(content, isPlain: isPlain), text(scalar.anchor), text(scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe event.data.sequence_start
      let isFlow = unsafe sequence.style == YAML_FLOW_SEQUENCE_STYLE
      return unsafe value(.sequenceStart(isFlow: isFlow), text(sequence.anchor), text(sequence.tag))
    case YAML_SEQUENCE_END_EVENT: return value(.sequenceEnd)
    case YAML_MAPPING_START_EVENT:
      let mapping = unsafe event.data.mapping_start
      let isFlow = unsafe mapping.style == YAML_FLOW_MAPPING_STYLE
      return unsafe value(.mappingStart(isFlow: isFlow), text(mapping.anchor), text(mapping.tag))
    case YAML_MAPPING_END_EVENT: return value(.mappingEnd)
    default: return nil
    }
  }

  private static func problem(of parser: yaml_parser_t) -> YAMLSyntaxProblem {
    if unsafe parser.error == YAML_MEMORY_ERROR { return outOfMemory }
    let text = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "unknown problem"
    let context = unsafe parser.context.map { unsafe String(cString: $0) } ?? ""
    if unsafe parser.error == YAML_READER_ERROR {
      return YAMLSyntaxProblem(text: text, context: context, place: .byte(unsafe Int(parser.problem_offset)))
    }
    return YAMLSyntaxProblem(
      text: text, context: context, place: .character(unsafe Int(parser.problem_mark.index)),
      contextCharacter: context.isEmpty ? nil : unsafe Int(parser.context_mark.index))
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
  }
}

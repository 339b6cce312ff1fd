import Diagnostics

/// Builds the tree from events, without recursion: the open collections are a stack whose height is limited.
struct YAMLTreeBuilder {
  private let source: SourceText
  private let offsets: CharacterOffsets
  private let limits: ReadLimits
  private var root: Node?
  private var open: [OpenCollection] = []
  private var anchors: [String: Anchored] = [:]
  private var documents = 0
  private var aliasedValues = 0
  private var diagnostics: [Diagnostic] = []
  private var repeatedKeys: RepeatedKeys

  /// A finished node together with what an alias to it costs.
  private struct Anchored {
    var node: Node
    var values: Int
    var height: Int
  }

  private struct OpenCollection {
    enum Content {
      case sequence([Node])
      case mapping(MemberList, key: (text: String, span: Span, isMerge: Bool)?)
    }

    var content: Content
    var start: Int
    var end: Int
    var isFlow: Bool
    var anchor: String?
    var values = 1
    var height = 1
  }

  init(_ source: SourceText, _ offsets: CharacterOffsets, _ limits: ReadLimits) {
    self.source = source
    self.offsets = offsets
    self.limits = limits
    repeatedKeys = RepeatedKeys(limit: limits.repeatedProblems)
  }

  var result: ReadResult {
    var found = repeatedKeys.diagnostics(in: source) + diagnostics
    if root == nil, found.isEmpty {
      found = [InputChecks.empty(source, help: "write a mapping, for example `key: value`")]
    }
    found.sort { ($0.location?.span.start ?? 0) < ($1.location?.span.start ?? 0) }
    return ReadResult(node: root, diagnostics: found)
  }

  /// Nothing more can be read: what there is of the tree is given up.
  mutating func stop(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    root = nil
  }

  /// False when reading shall end.
  mutating func take(_ event: YAMLEvent) -> Bool {
    let span = Span(offsets.offset(ofCharacter: event.start), offsets.offset(ofCharacter: event.end))
    switch event.kind {
    case .documentStart: return startDocument(span)
    case .documentEnd: return true
    case .alias(let name): return alias(name, span)
    case .scalar(let text, let isPlain): return scalar(text, isPlain, event, span)
    case .sequenceStart(let isFlow):
      checkTag(event.tag, allowed: "seq", span)
      return begin(.sequence([]), isFlow, event, span)
    case .mappingStart(let isFlow):
      checkTag(event.tag, allowed: "map", span)
      return begin(.mapping(MemberList(), key: nil), isFlow, event, span)
    case .sequenceEnd, .mappingEnd: return end(span)
    }
  }

  private mutating func startDocument(_ span: Span) -> Bool {
    documents += 1
    guard documents > 1 else { return true }
    report(.unsupportedFeature, "a second YAML document is not read", span, help: "keep one document per file")
    return false
  }

  // MARK: - Collections

  private mutating func begin(_ content: OpenCollection.Content, _ isFlow: Bool, _ event: YAMLEvent, _ span: Span)
    -> Bool
  {
    guard open.count < limits.depth else {
      stop(tooDeep(Span(span.start, span.start + 1)))
      return false
    }
    if expectsKey {
      stop(
        Diagnostic(
          .wrongType, "expected a key, found a collection", at: source.location(Span(span.start, span.start + 1)),
          help: "keys are text; quote the key if it starts with `[` or `{`"))
      return false
    }
    open.append(
      OpenCollection(content: content, start: span.start, end: span.end, isFlow: isFlow, anchor: event.anchor))
    if let anchor = event.anchor { anchors[anchor] = nil }
    return true
  }

  private mutating func end(_ span: Span) -> Bool {
    guard let closed = open.popLast() else { return true }
    let place = Span(closed.start, closed.isFlow ? span.end : max(closed.end, closed.start))
    let content: Node.Content =
      switch closed.content {
      case .sequence(let elements): .array(elements)
      case .mapping(let list, key: _): .object(list.members)
      }
    let finished = Anchored(node: Node(content, span: place), values: closed.values, height: closed.height)
    return add(finished, anchor: closed.anchor)
  }

  /// Puts a finished value where it belongs.
  private mutating func add(_ value: Anchored, anchor: String? = nil) -> Bool {
    if let anchor { anchors[anchor] = value }
    guard var parent = open.popLast() else {
      root = value.node
      return true
    }
    parent.values += value.values
    parent.height = max(parent.height, value.height + 1)
    parent.end = max(parent.end, value.node.span.end)
    switch parent.content {
    case .sequence(var elements):
      parent.content = .sequence([])
      elements.append(value.node)
      parent.content = .sequence(elements)
    case .mapping(var list, let key):
      guard let key else { break }
      parent.content = .mapping(MemberList(), key: nil)
      if !key.isMerge, let first = list.append(Node.Member(key: key.text, keySpan: key.span, value: value.node)) {
        repeatedKeys.add(key.text, at: key.span, first: first)
      }
      parent.content = .mapping(list, key: nil)
    }
    open.append(parent)
    return true
  }

  private var expectsKey: Bool {
    if case .mapping(_, key: nil)? = open.last?.content { true } else { false }
  }

  // MARK: - Scalars and aliases

  private mutating func scalar(_ text: String, _ isPlain: Bool, _ event: YAMLEvent, _ span: Span) -> Bool {
    let place = withoutTrailingBlanks(span)
    let content = self.content(of: text, isPlain, tag: event.tag, place)
    let value = Anchored(node: Node(content, span: place), values: 1, height: 0)
    guard expectsKey else { return add(value, anchor: event.anchor) }
    if let anchor = event.anchor { anchors[anchor] = value }
    let isMerge = isPlain && text == "<<"
    if isMerge {
      report(
        .unsupportedFeature, "merge keys (`<<`) are not supported", place,
        help: "write the merged entries out, or use an alias as the value of a key")
    }
    takeKey(text, place, isMerge: isMerge)
    return true
  }

  private mutating func takeKey(_ text: String, _ span: Span, isMerge: Bool = false) {
    guard var mapping = open.popLast() else { return }
    if case .mapping(let list, key: _) = mapping.content {
      mapping.content = .mapping(list, key: (text, span, isMerge))
      mapping.end = max(mapping.end, span.end)
    }
    open.append(mapping)
  }

  private mutating func alias(_ name: String, _ span: Span) -> Bool {
    guard let target = anchors[name] else {
      let isOpen = open.contains { $0.anchor == name }
      stop(
        Diagnostic(
          .malformedInput,
          isOpen
            ? "the alias \(QuotedText.of("*\(name)")) stands inside its own anchor"
            : "the alias \(QuotedText.of("*\(name)")) has no anchor before it",
          at: source.location(span),
          help: isOpen
            ? "a value cannot contain itself" : "write \(QuotedText.of("&\(name)")) before the value it stands for"))
      return false
    }
    if expectsKey { return aliasAsKey(target.node, span) }
    aliasedValues += target.values
    if aliasedValues > limits.aliasedValues {
      stop(
        Diagnostic(
          .malformedInput, "the aliases of this file stand for more than \(limits.aliasedValues) values",
          at: source.location(span), help: "write the values out or generate them with `count`"))
      return false
    }
    if open.count + target.height > limits.depth {
      stop(tooDeep(span))
      return false
    }
    return add(Anchored(node: Node(target.node.content, span: span), values: target.values, height: target.height))
  }

  private mutating func aliasAsKey(_ target: Node, _ span: Span) -> Bool {
    switch target.content {
    case .string(let text), .number(let text): takeKey(text, span)
    case .boolean(let value): takeKey(value ? "true" : "false", span)
    case .null: takeKey("null", span)
    case .array, .object:
      stop(
        Diagnostic(
          .wrongType, "expected a key, found a collection", at: source.location(span), help: "keys are text"))
      return false
    }
    return true
  }

  // MARK: - Tags and places

  private mutating func content(of text: String, _ isPlain: Bool, tag: String?, _ span: Span) -> Node.Content {
    guard let tag else { return isPlain ? CoreSchema.content(ofPlain: text) : .string(text) }
    let resolved = CoreSchema.content(ofPlain: text)
    let matches: Bool
    switch tag {
    case "!", Self.corePrefix + "str": return .string(text)
    case Self.corePrefix + "int": matches = CoreSchema.isInteger(text)
    case Self.corePrefix + "float": matches = CoreSchema.isNumber(text)
    case Self.corePrefix + "bool": if case .boolean = resolved { matches = true } else { matches = false }
    case Self.corePrefix + "null": matches = resolved == .null
    default:
      checkTag(tag, allowed: "str", span)
      return isPlain ? resolved : .string(text)
    }
    if !matches {
      report(
        .wrongType, "\(QuotedText.of(text)) is no value of the tag \(QuotedText.of(Self.written(tag)))", span,
        help: "remove the tag or correct the value")
    }
    return resolved
  }

  private mutating func checkTag(_ tag: String?, allowed name: String, _ span: Span) {
    guard let tag, tag != "!", tag != Self.corePrefix + name else { return }
    report(
      .unsupportedFeature, "the tag \(QuotedText.of(Self.written(tag))) is not supported",
      Span(span.start, max(span.end, span.start)), help: "remove it; values have the types of YAML's core schema")
  }

  private static let corePrefix = "tag:yaml.org,2002:"

  private static func written(_ tag: String) -> String {
    tag.hasPrefix(corePrefix) ? "!!" + tag.dropFirst(corePrefix.count) : tag
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, _ span: Span, help: String) {
    guard diagnostics.count < limits.repeatedProblems else { return }
    diagnostics.append(Diagnostic(code, message, at: source.location(span), help: help))
  }

  private func tooDeep(_ span: Span) -> Diagnostic {
    Diagnostic(
      .malformedInput, "lists and mappings are nested more than \(limits.depth) levels deep",
      at: source.location(span), help: "flatten the data")
  }

  /// Block scalars end behind their line break; a message points to their text.
  private func withoutTrailingBlanks(_ span: Span) -> Span {
    var end = span.end
    let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")]
    while end > span.start, blanks.contains(source.bytes[end - 1]) { end -= 1 }
    return Span(span.start, end)
  }
}

import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText

/// Finds the parts of a query that are filled in at run time: compiles `{…}`, looks up `$name`, and takes strings with
/// braces for templates.
struct QueryBinder {
  let decoder: WorkloadDecoder
  let scalar: ScalarText
  /// Templates of placeholder segments.
  let segments: [Text: TextTemplate]
  /// Texts of code: braces in them are braces.
  var verbatim: Set<Text> = []
  private var bindings: [Text: TextTemplate] = [:]
  private var failed = false

  init(decoder: WorkloadDecoder, scalar: ScalarText, segments: [Text: TextTemplate]) {
    self.decoder = decoder
    self.scalar = scalar
    self.segments = segments
  }

  mutating func template(_ query: Query) -> QueryTemplate? {
    var bound = query
    bound.source.parent.segments = query.source.parent.segments.map { segment($0) }
    bound.source.collectionID = query.source.collectionID.map { segment($0) }
    bound.filter = query.filter.map { filter($0) }
    bound.start = query.start.map { cursor($0) }
    bound.end = query.end.map { cursor($0) }
    if var nearest = query.nearest {
      nearest.queryVector = operand(nearest.queryVector)
      bound.nearest = nearest
    }
    guard !failed else { return nil }
    return QueryTemplate(query: bound, bindings: bindings, text: scalar.text, span: scalar.span)
  }

  mutating func documentPath(_ path: PathTemplate) -> PathPattern? {
    let templates = path.segments.map { segment -> TextTemplate in
      switch self.segment(segment) {
      case .expression(let key): return bindings[key] ?? literal(key.string)
      case .literal(let text): return literal(text.string)
      case .parameter, .unknown: return literal("")
      }
    }
    return failed ? nil : PathPattern(segments: templates, span: scalar.span)
  }

  private func literal(_ text: String) -> TextTemplate {
    TextTemplate(parts: text.isEmpty ? [] : [.literal(text)], span: scalar.span)
  }

  // MARK: Parts

  private mutating func segment(_ segment: PathSegment) -> PathSegment {
    switch segment {
    case .unknown:
      reportUnknownValue()
      return segment
    case .parameter(let name): return .literal(Text(parameter(name.string)?.interpolationText ?? ""))
    case .expression(let text):
      bindings[text] = segments[text] ?? braces(text)
      return .expression(text)
    case .literal(let text): return templateKey(text).map { .expression($0) } ?? .literal(text)
    }
  }

  private mutating func filter(_ filter: Filter) -> Filter {
    switch filter {
    case .field(var field):
      field.operand = operand(field.operand)
      return .field(field)
    case .unary: return filter
    case .and(let filters): return .and(filters.map { self.filter($0) })
    case .or(let filters): return .or(filters.map { self.filter($0) })
    }
  }

  private mutating func cursor(_ cursor: Cursor) -> Cursor {
    Cursor(values: cursor.values.map { operand($0) }, before: cursor.before)
  }

  private mutating func operand(_ operand: Operand) -> Operand {
    switch operand {
    case .value(let value): return valueOperand(value)
    case .unknown:
      reportUnknownValue()
      return operand
    case .parameter(let name): return .value(parameter(name.string) ?? .null)
    case .expression(let text):
      bindings[text] = braces(text)
      return operand
    case .array(let operands): return joined(operands.map { self.operand($0) })
    case .map(let operands):
      return .map(operands.map { MapOperand(name: $0.name, operand: self.operand($0.operand)) })
    }
  }

  private mutating func valueOperand(_ value: Value) -> Operand {
    switch value {
    case .string(let text): return templateKey(text).map { .expression($0) } ?? .value(value)
    case .array(let values): return joined(values.map { valueOperand($0) })
    case .null, .boolean, .integer, .double, .timestamp, .bytes, .reference, .geoPoint, .vector, .map:
      return .value(value)
    }
  }

  /// Keeps the invariant that arrays without unknown parts are values.
  private func joined(_ operands: [Operand]) -> Operand {
    var values: [Value] = []
    for operand in operands {
      guard case .value(let value) = operand else { return .array(operands) }
      values.append(value)
    }
    return .value(.array(values))
  }

  // MARK: The workload language

  /// The binding of a string with braces; nil for one without.
  private mutating func templateKey(_ text: Text) -> Text? {
    guard text.string.utf8.contains(UInt8(ascii: "{")), !verbatim.contains(text) else { return nil }
    guard let template = compiled(text.string, at: place(of: text.string)) else { return nil }
    guard template.literal == nil else { return nil }
    bindings[text] = template
    return text
  }

  private mutating func braces(_ expression: Text) -> TextTemplate? {
    let text = "{\(expression)}"
    return compiled(text, at: place(of: text))
  }

  private mutating func compiled(_ text: String, at place: ScalarText) -> TextTemplate? {
    var decoder = decoder
    let template = decoder.template(place)
    if template == nil { failed = true }
    return template
  }

  /// Where the text stands in the query; names are not repeated with different meanings, so the first place will do.
  private func place(of text: String) -> ScalarText {
    let (all, wanted) = (Array(scalar.text.utf8), Array(text.utf8))
    if wanted.count <= all.count {
      for start in 0...(all.count - wanted.count) where all[start..<start + wanted.count].elementsEqual(wanted) {
        return scalar.part(start..<start + wanted.count)
      }
    }
    return ScalarText(text, span: scalar.span, source: decoder.source)
  }

  private mutating func parameter(_ name: String) -> Value? {
    if let value = decoder.scope.parameter(name) { return value }
    failed = true
    let place = place(of: "$\(name)")
    decoder.decoding.report(
      WorkloadProblem.unknownName(.parameter, name, among: decoder.scope.parameterNames, span: place.span)
        .diagnostic(in: decoder.source))
    return nil
  }

  private mutating func reportUnknownValue() {
    failed = true
    let problem = WorkloadProblem(
      .wrongType, "a query of a workload is executed, so `?` cannot stand for a value", span: scalar.span,
      help: "write a value, a parameter `$name` or an expression `{…}`")
    decoder.decoding.report(problem.diagnostic(in: decoder.source))
  }
}

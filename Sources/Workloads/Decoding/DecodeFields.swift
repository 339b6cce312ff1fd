import Diagnostics
import FirestoreModel
import StructuredText

extension WorkloadDecoder {
  /// `fields:`; the keys are names, or field paths where `asPaths` says so.
  mutating func fields(_ node: Node, asPaths: Bool = false) -> [FieldAssignment] {
    members(node, expected: "a mapping of fields").compactMap { field($0, asPath: asPaths) }
  }

  private mutating func field(_ member: Node.Member, asPath: Bool) -> FieldAssignment? {
    let (name, type) = Self.splitType(member.key)
    guard let value = fieldValue(member.value) else { return nil }
    guard let path = fieldPath(name, asPath: asPath, span: member.keySpan) else { return nil }
    let typed = type.map { FieldValue.converted(value, to: $0) } ?? value
    return FieldAssignment(path: path, value: typed, span: member.keySpan)
  }

  mutating func fieldPath(_ name: String, asPath: Bool, span: Span) -> FieldPath? {
    guard asPath else { return FieldPath(name: Text(name)) }
    do throws(FirestoreError) {
      return try FieldPath(parsing: name)
    } catch {
      report(WorkloadProblem(.malformedInput, error.message, span: span))
      return nil
    }
  }

  /// `time!string` as name and type.
  private static func splitType(_ text: String) -> (String, FieldType?) {
    guard let mark = text.lastIndex(of: "!"), let type = FieldType(rawValue: String(text[text.index(after: mark)...]))
    else { return (text, nil) }
    let before = text[..<mark]
    return (String(before.hasSuffix(" ") ? before.dropLast() : before), type)
  }

  mutating func fieldValue(_ node: Node) -> FieldValue? {
    switch node.content {
    case .array(let items): return listValue(items)
    case .object: return generator(node)
    case .string(let text): return textValue(text, node)
    case .null, .boolean, .number: return literal(node).map(FieldValue.literal)
    }
  }

  private mutating func listValue(_ items: [Node]) -> FieldValue {
    let values = items.compactMap { fieldValue($0) }
    var literals: [Value] = []
    for value in values {
      guard case .literal(let literal) = value else { return .list(values) }
      literals.append(literal)
    }
    return .literal(.array(literals))
  }

  private mutating func textValue(_ whole: String, _ node: Node) -> FieldValue? {
    let (text, type) = Self.splitType(whole)
    guard let type else {
      if text != "serverTime", text != "now", let problem = FunctionText(text).problem(at: node.span) {
        report(problem)
      }
      return untypedTextValue(text, node)
    }
    // `5!string` is the number 5 as a string, so what stands before the mark is read as if it stood alone.
    let plain: FieldValue? =
      switch ParameterValue(plain: text) {
      case .text: untypedTextValue(text, node)
      case let other: .literal(other.value)
      }
    return plain.map { .converted($0, to: type) }
  }

  private mutating func untypedTextValue(_ text: String, _ node: Node) -> FieldValue? {
    switch text {
    case "serverTime": return .serverTime
    case "now": return .time(.now)
    default: break
    }
    if Self.parameterName(text) != nil {
      let value = literal(resolved(Node(.string(text), span: node.span)))
      return value.map(FieldValue.literal)
    }
    guard text.contains("{") || text.contains("}") else { return .literal(.string(Text(text))) }
    guard let template = template(scalar(text, at: node)) else { return nil }
    return template.literal.map { .literal(.string(Text($0))) } ?? .template(template)
  }

  // MARK: Generators

  /// How a value can be generated: a mapping has one of these.
  static let generatorKeys =
    [
      "string", "bytes", "vector", "ref", "array", "map", "geo", "time", "spread", "increment", "arrayUnion",
      "arrayRemove", "delete",
    ] + distributionKeys

  private mutating func generator(_ node: Node) -> FieldValue? {
    mapping(node, expected: "a value") { decoder, reader in
      guard let key = Self.generatorKeys.first(where: reader.has) else {
        decoder.reportMissingGenerator(&reader)
        return nil
      }
      return decoder.generator(key, &reader)
    }
  }

  private mutating func generator(_ key: String, _ reader: inout ObjectReader) -> FieldValue? {
    if Self.distributionKeys.contains(key) { return distribution(&reader, inTime: false).map(FieldValue.drawn) }
    guard let node = reader.take(key) else { return nil }
    switch key {
    case "string": return quantity(node).map { .string(length: $0) }
    case "bytes": return quantity(node).map { .bytes(count: $0) }
    case "vector": return quantity(node).map { .vector(dimension: $0) }
    case "ref": return documentPath(node).map(FieldValue.reference)
    case "array": return arrayGenerator(node)
    case "map": return .map(fields(node))
    case "geo": return geoPoint(node)
    case "time": return time(node).map(FieldValue.time)
    case "spread": return spreadTimes(node)
    case "increment": return increment(node)
    case "arrayUnion": return .transform(.arrayUnion(elements(node)))
    case "arrayRemove": return .transform(.arrayRemove(elements(node)))
    case "delete": return boolean(node) ? .transform(.deleteField) : nil
    default: return nil
    }
  }

  private mutating func reportMissingGenerator(_ reader: inout ObjectReader) {
    for key in Self.generatorKeys + ["column"] { _ = reader.take(key) }
    guard reader.rest.isEmpty else { return }
    report(
      WorkloadProblem(
        .wrongType, "expected how the value is generated, found an empty mapping", span: reader.span,
        help: "write `{map: {…}}` for a map"))
  }

  private mutating func arrayGenerator(_ node: Node) -> FieldValue? {
    if case .array(let items) = node.content { return listValue(items) }
    return mapping(node, expected: "a mapping with `of` and `count`") { decoder, reader in
      let element = reader.take("of")
      let count = reader.take("count")
      guard let element, let count else {
        decoder.missing(element == nil ? "of" : "count", in: reader.span)
        return nil
      }
      guard let value = decoder.fieldValue(element), let quantity = decoder.quantity(count) else { return nil }
      return .array(of: value, count: quantity)
    }
  }

  private mutating func geoPoint(_ node: Node) -> FieldValue? {
    guard case .array(let items) = node.content, items.count == 2, let latitude = resolved(items[0]).double,
      let longitude = resolved(items[1]).double, (-90...90).contains(latitude), (-180...180).contains(longitude)
    else {
      wrongType(node, expected: "a list of latitude and longitude")
      return nil
    }
    return .literal(.geoPoint(GeoPoint(latitude: latitude, longitude: longitude)))
  }

  private mutating func spreadTimes(_ node: Node) -> FieldValue? {
    guard case .array(let items) = node.content, items.count == 2 else {
      wrongType(node, expected: "a list of two times")
      return nil
    }
    guard let from = time(items[0]), let to = time(items[1]) else { return nil }
    guard from.isAfter(to) != true else {
      report(WorkloadProblem(.wrongType, "expected the earlier time first", span: node.span))
      return nil
    }
    return .spread(from: from, to: to)
  }

  private mutating func increment(_ node: Node) -> FieldValue? {
    guard let amount = literal(resolved(node)), amount.typeBracket == .number else {
      wrongType(node, expected: "a number")
      return nil
    }
    return .transform(.increment(amount))
  }

  private mutating func elements(_ node: Node) -> [FieldValue] {
    list(node, expected: "a list of values").compactMap { fieldValue($0) }
  }
}

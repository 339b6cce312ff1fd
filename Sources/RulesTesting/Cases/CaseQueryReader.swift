import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText

/// Reads the query of a `list` case: the text form, or the structured form that workloads use.
struct CaseQueryReader {
  let decoding: NodeDecoding
  let values: PlainValueReader

  /// Nil after a complaint.
  func query(_ node: Node) -> Query? {
    switch node.content {
    case .string(let text): return textForm(text, node)
    case .object: return structuredForm(node)
    case .null, .boolean, .number, .array:
      decoding.reportWrongType(expected: "a query", for: "list", found: node)
      return nil
    }
  }

  private func textForm(_ text: String, _ node: Node) -> Query? {
    let statement: QueryStatement
    do throws(MalformedInput) {
      statement = try QueryStatement(
        parsing: text.hasPrefix("/") ? String(text.dropFirst()) : text, database: values.database)
    } catch {
      for problem in error.diagnostics {
        decoding.report(problem.code, problem.message, at: node.span, notes: problem.notes, help: problem.help)
      }
      return nil
    }
    if let unknown = statement.firstUnknownPart {
      decoding.report(.malformedInput, "the query has a part that is not known: `\(unknown)`", at: node.span)
      return nil
    }
    switch statement {
    case .query(let query): return query
    case .aggregation(let aggregation): return aggregation.query
    case .document(let path):
      decoding.report(
        .malformedInput, "\(QuotedText.of(path.segments.map(\.text).joined(separator: "/"))) is one document",
        at: node.span,
        help: "write `get` for it")
      return nil
    }
  }

  // MARK: Structured form

  private func structuredForm(_ node: Node) -> Query? {
    guard var object = ObjectReader(node, decoding, for: "list") else { return nil }
    let source = source(&object)
    let conditions = object.array("where")
    let orders = object.array("orderBy")
    let start = object.node("start").map { cursor($0, isStart: true) }
    let end = object.node("end").map { cursor($0, isStart: false) }
    let limits = 0...Int64(Int32.max)
    let offset = object.integer("offset", in: limits)
    let limit = object.integer("limit", in: limits)
    let limitToLast = object.integer("limitToLast", in: limits)
    object.finish()
    let filters = (conditions ?? []).map { condition($0) }
    let order = (orders ?? []).map { self.order($0) }
    guard let source, !filters.contains(where: { $0 == nil }), !order.contains(where: { $0 == nil }) else { return nil }
    if let start, start == nil { return nil }
    if let end, end == nil { return nil }
    let known = filters.compactMap(\.self)
    return Query(
      source: source, filter: known.count == 1 ? known.first : known.isEmpty ? nil : .and(known),
      orders: order.compactMap(\.self), start: start ?? nil, end: end ?? nil, offset: Int32(offset ?? 0),
      limit: (limitToLast ?? limit).map { Int32($0) }, limitToLast: limitToLast != nil)
  }

  /// `from: users/a/posts`; `group: posts` or `{from: posts, group: true}` for a collection group.
  private func source(_ object: inout ObjectReader) -> QuerySource? {
    let from = object.node("from")
    let group = object.node("group")
    if let group, case .string(let id) = group.content {
      let parent = from.map { ids($0) } ?? []
      guard let parent, decoding.isValid(group.span, Text(id).validateAsResourceID) else { return nil }
      return QuerySource(
        parent: PathTemplate(parent.map(PathSegment.literal)), collectionID: .literal(Text(id)), allDescendants: true)
    }
    let isGroup = group.map { decoding.boolean($0, for: "group") } ?? false
    guard let from else {
      let start = object.node.span.start
      decoding.report(
        .wrongType, "the key `from` is missing", at: Span(start, start + 1),
        help: "name the collection, as in `from: cities`")
      return nil
    }
    guard var path = ids(from), let last = path.popLast() else { return nil }
    guard path.count.isMultiple(of: 2) else {
      decoding.report(
        .wrongType, "a collection's path has an odd number of segments, this one has \(path.count + 1)", at: from.span)
      return nil
    }
    guard let isGroup else { return nil }
    return QuerySource(
      parent: PathTemplate(path.map(PathSegment.literal)), collectionID: .literal(last), allDescendants: isGroup)
  }

  private func ids(_ node: Node) -> [Text]? {
    guard let text = decoding.string(node, for: "from") else { return nil }
    let ids = RequestedPath(text).segments
    let isValid = decoding.isValid(node.span) { () throws(FirestoreError) in
      for id in ids { try id.validateAsResourceID() }
    }
    return isValid ? ids : nil
  }

  /// `[field, operator, value]`
  private func condition(_ node: Node) -> Filter? {
    guard case .array(let parts) = node.content, parts.count == 3 else {
      decoding.reportWrongType(expected: "a list of field, operator and value", for: "where", found: node)
      return nil
    }
    guard let path = fieldPath(parts[0]), let word = decoding.string(parts[1], for: "where") else { return nil }
    guard let op = FieldOperator(symbol: word) else {
      decoding.report(
        .wrongType, "expected an operator, found \(QuotedText.of(word))", at: parts[1].span,
        help: "known: \(FieldOperator.symbolList)")
      return nil
    }
    return values.value(parts[2]).map { Filter(sdk: path, op, .value($0)) }
  }

  private func fieldPath(_ node: Node) -> FieldPath? {
    guard let text = decoding.string(node, for: "where") else { return nil }
    do throws(FirestoreError) { return try FieldPath(parsing: text) } catch {
      decoding.report(.malformedInput, error.message, at: node.span)
      return nil
    }
  }

  /// `[field, desc]`, `[field]` or `field`
  private func order(_ node: Node) -> Order? {
    let parts: [Node]
    if case .array(let items) = node.content { parts = items } else { parts = [node] }
    guard (1...2).contains(parts.count), let path = parts.first.flatMap(fieldPath) else {
      if !(1...2).contains(parts.count) {
        decoding.reportWrongType(expected: "`field` or `[field, desc]`", for: "orderBy", found: node)
      }
      return nil
    }
    guard parts.count == 2 else { return Order(path) }
    let direction = decoding.choice(
      parts[1], of: [("asc", Direction.ascending), ("desc", .descending)], for: "orderBy")
    return direction.map { Order(path, $0) }
  }

  /// `start: {at: […]}`, `start: {after: […]}`, `end: {before: […]}`, `end: {at: […]}`
  private func cursor(_ node: Node, isStart: Bool) -> Cursor? {
    guard var object = ObjectReader(node, decoding, for: isStart ? "start" : "end") else { return nil }
    let at = object.array("at")
    let beside = object.array(isStart ? "after" : "before")
    object.finish()
    guard let nodes = at ?? beside, at == nil || beside == nil else {
      decoding.report(
        .wrongType, "expected `at` or `\(isStart ? "after" : "before")` with a list of values", at: node.span)
      return nil
    }
    let operands = nodes.compactMap { values.value($0).map(Operand.value) }
    guard operands.count == nodes.count else { return nil }
    return Cursor(values: operands, before: (at != nil) == isStart)
  }
}

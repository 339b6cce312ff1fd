import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText

extension WorkloadDecoder {
  /// One document, a query or an aggregation: the text form, or the structured form of a query.
  ///
  /// - Parameter isPaged: pages set their own limit.
  mutating func readTarget(_ node: Node, isPaged: Bool = false) -> ReadTarget? {
    let resolved = resolved(node)
    switch resolved.content {
    case .string(let text): return textTarget(scalar(text, at: node))
    case .object:
      if let name = codeRequestName(resolved) { return codeTarget(named: name, resolved, isPaged: isPaged) }
      return structuredQuery(resolved).map(ReadTarget.query)
    case .null, .boolean, .number, .array:
      if !isUnresolvedParameter(node) { wrongType(resolved, expected: "a query") }
      return nil
    }
  }

  /// A query that is neither a single document nor an aggregation.
  mutating func query(_ node: Node, isPaged: Bool = false) -> QueryTemplate? {
    switch readTarget(node, isPaged: isPaged) {
    case .query(let query): return query
    case .document, .aggregation:
      wrongType(node, expected: "a query of documents")
      return nil
    case nil: return nil
    }
  }

  // MARK: Text form

  private mutating func textTarget(_ scalar: ScalarText) -> ReadTarget? {
    let prepared = QueryTextPreparation(scalar, scope: scope)
    for problem in prepared.problems { report(problem) }
    guard prepared.problems.isEmpty else { return nil }
    let statement: QueryStatement
    do throws(MalformedInput) {
      statement = try QueryStatement(parsing: prepared.text, database: Workload.database)
    } catch {
      for diagnostic in error.diagnostics { report(diagnostic, in: scalar, isExact: prepared.isUnchanged) }
      return nil
    }
    var binder = QueryBinder(decoder: self, scalar: scalar, segments: prepared.segments)
    let target: ReadTarget? =
      switch statement {
      case .document(let path): binder.documentPath(path).map(ReadTarget.document)
      case .query(let query): binder.template(query).map(ReadTarget.query)
      case .aggregation(let aggregation):
        binder.template(aggregation.query).map { .aggregation($0, aggregation.aggregations) }
      }
    return target
  }

  /// A complaint about the query's text as one about the workload file.
  private func report(_ diagnostic: Diagnostic, in scalar: ScalarText, isExact: Bool) {
    var moved = diagnostic
    moved.location = source.location(scalar.span)
    if isExact, let span = diagnostic.location?.span {
      moved.location = source.location(scalar.span(of: span.clamped(to: scalar.text.utf8.count)))
    }
    decoding.report(moved)
  }

  // MARK: Structured form

  private mutating func structuredQuery(_ node: Node) -> QueryTemplate? {
    mapping(node, expected: "a query") { decoder, reader in
      guard let source = decoder.source(&reader) else { return nil }
      let filter = reader.take("where").flatMap { decoder.filter($0) }
      let orders = reader.take("orderBy").map { decoder.orders($0) } ?? []
      let start = reader.take("start").flatMap { decoder.cursor($0, isStart: true) }
      let end = reader.take("end").flatMap { decoder.cursor($0, isStart: false) }
      let limit = reader.take("limit").flatMap { decoder.limit($0) }
      let limitToLast = reader.take("limitToLast").flatMap { decoder.limit($0) }
      let query = Query(
        source: source, filter: filter, orders: orders, start: start, end: end, limit: limitToLast ?? limit,
        limitToLast: limitToLast != nil)
      let text = decoder.source.text(in: reader.span)
      var binder = QueryBinder(
        decoder: decoder, scalar: ScalarText(text, span: reader.span, source: decoder.source), segments: [:])
      return binder.template(query)
    }
  }

  /// `from: users/{i}/posts`; `group: posts` or `{from: posts, group: true}` for a collection group.
  private mutating func source(_ reader: inout ObjectReader) -> QuerySource? {
    let from = reader.take("from")
    let group = reader.take("group")
    if let group, let id = resolved(group).text {
      let parent = from.flatMap { segments($0) } ?? []
      return QuerySource(parent: PathTemplate(parent), collectionID: .literal(Text(id)), allDescendants: true)
    }
    guard let from else {
      missing("from", in: reader.span)
      return nil
    }
    guard var path = segments(from), let last = path.popLast() else { return nil }
    let isGroup = group.map { boolean($0) } ?? false
    guard path.count.isMultiple(of: 2) else {
      report(
        WorkloadProblem(
          .wrongType, "a collection's path has an odd number of segments, this one has \(path.count + 1)",
          span: from.span))
      return nil
    }
    return QuerySource(parent: PathTemplate(path), collectionID: last, allDescendants: isGroup)
  }

  private mutating func segments(_ node: Node) -> [PathSegment]? {
    guard let text = text(node, expected: "a path") else { return nil }
    return TemplateParser.segmentRanges(text.text).map { .literal(Text(scalar(text.text, at: node).part($0).text)) }
  }

  private mutating func filter(_ node: Node) -> Filter? {
    let conditions = list(node, expected: "a list of conditions").compactMap { condition($0) }
    return conditions.count == 1 ? conditions[0] : conditions.isEmpty ? nil : .and(conditions)
  }

  private mutating func condition(_ node: Node) -> Filter? {
    guard case .array(let parts) = node.content, parts.count == 3, let field = text(parts[0], expected: "a field"),
      let word = text(parts[1], expected: "an operator")
    else {
      wrongType(node, expected: "a list of field, operator and value")
      return nil
    }
    guard let path = fieldPath(field.text, asPath: true, span: field.span) else { return nil }
    guard let op = FieldOperator(symbol: word.text) else {
      report(
        WorkloadProblem(
          .wrongType, "expected an operator, found \(QuotedText.of(word.text))", span: word.span,
          help: "known: \(FieldOperator.symbolList)"))
      return nil
    }
    return operand(parts[2]).map { Filter(sdk: path, op, $0) }
  }

  mutating func operand(_ node: Node) -> Operand? {
    let resolved = resolved(node)
    guard case .array(let items) = resolved.content else {
      guard let value = literal(resolved) else {
        if case .object = resolved.content { wrongType(resolved, expected: "a value") }
        return nil
      }
      return .value(value)
    }
    var values: [Value] = []
    for item in items {
      guard let value = literal(self.resolved(item)) else {
        wrongType(item, expected: "a value")
        return nil
      }
      values.append(value)
    }
    return .value(.array(values))
  }

  private mutating func orders(_ node: Node) -> [Order] {
    list(node, expected: "a list of orders").compactMap { order($0) }
  }

  /// `[field, desc]`, `[field]` or `field`
  private mutating func order(_ node: Node) -> Order? {
    let parts: [Node]
    if case .array(let items) = node.content { parts = items } else { parts = [node] }
    guard (1...2).contains(parts.count), let field = text(parts[0], expected: "a field"),
      let path = fieldPath(field.text, asPath: true, span: field.span)
    else { return nil }
    guard parts.count == 2 else { return Order(path) }
    guard let direction = text(parts[1], expected: "`asc` or `desc`") else { return nil }
    switch direction.text {
    case "asc": return Order(path)
    case "desc": return Order(path, .descending)
    default:
      wrongType(parts[1], expected: "`asc` or `desc`")
      return nil
    }
  }

  /// `start: {at: […]}`, `start: {after: […]}`, `end: {before: […]}`, `end: {at: […]}`
  private mutating func cursor(_ node: Node, isStart: Bool) -> Cursor? {
    mapping(node, expected: isStart ? "`{at: […]}` or `{after: […]}`" : "`{at: […]}` or `{before: […]}`") {
      decoder, reader in
      let at = reader.take("at")
      let beside = reader.take(isStart ? "after" : "before")
      guard let values = at ?? beside else {
        decoder.missing("at", in: reader.span)
        return nil
      }
      let operands = decoder.list(values, expected: "a list of values").compactMap { decoder.operand($0) }
      return Cursor(values: operands, before: (at != nil) == isStart)
    }
  }

  mutating func limit(_ node: Node) -> Int32? {
    integer(node, in: 0...Int64(Int32.max), expected: "a whole number, not negative").map { Int32($0) }
  }
}

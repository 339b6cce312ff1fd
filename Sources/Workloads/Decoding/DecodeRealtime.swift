import Diagnostics
import FirestoreModel
import StructuredText

extension WorkloadDecoder {
  static let realtimeKeys =
    [
      "op", "path", "event", "orderByChild", "orderByKey", "orderByValue", "orderByPriority", "limitToFirst",
      "limitToLast", "value", "values", "by", "conflicts",
    ] + RealtimeQueryTemplate.BoundKind.allCases.map(\.rawValue)

  /// `rtdb: {op: listen, path: …}`, with `as`, `each` and `onChange` beside it.
  mutating func realtimeStep(_ node: Node, _ step: inout ObjectReader) -> StepAction? {
    let result = step.take("as").flatMap { text($0, expected: "a name") }
    let onChange = step.take("onChange").map { steps($0) }
    let each = step.take("each").map { steps($0) }
    for key in ["source", "keep", "intend", "missing"] {
      guard let member = step.member(key) else { continue }
      unsupported("`\(key)` of a Realtime Database step", at: member.keySpan)
    }
    return mapping(node, expected: "a mapping with `op` and `path`") { decoder, reader in
      decoder.realtimeStep(&reader, result: result, onChange: onChange, each: each)
    }
  }

  private mutating func realtimeStep(
    _ reader: inout ObjectReader, result: Name?, onChange: [Step]?, each: [Step]?
  ) -> StepAction? {
    let operationNode = reader.take("op")
    let pathNode = reader.take("path")
    guard let operationNode, let pathNode else {
      missing(operationNode == nil ? "op" : "path", in: reader.span)
      for key in Self.realtimeKeys { _ = reader.take(key) }
      return nil
    }
    let query = realtimeQuery(&reader)
    let event = reader.member("event")
    let value = reader.member("value")
    let values = reader.member("values")
    let amount = reader.member("by")
    let conflicts = reader.member("conflicts")
    guard let operation = realtimeOperation(operationNode), let path = realtimePath(pathNode) else { return nil }
    var step = RealtimeStep(
      operation, path: path, query: query.template, result: result, onChange: onChange ?? [], each: each ?? [],
      span: reader.span)
    step.event = event.flatMap { word($0.value, RealtimeStep.Event.self) } ?? .value
    step.value = value.flatMap { realtimeValue($0.value) }
    step.values = values.map { realtimeUpdates($0.value) } ?? []
    step.amount = amount.flatMap { realtimeAmount($0.value) }
    step.conflictProbability = conflicts.flatMap { probability($0.value) } ?? 0
    let present: [(key: String, span: Span)] =
      [event, value, values, amount, conflicts].compactMap { $0.map { ($0.key, $0.keySpan) } } + query.keys
    refuseForeignKeys(present, operation)
    for (isThere, key) in [(onChange != nil, "onChange"), (each != nil, "each")] where isThere && operation != .listen {
      if key == "each", operation == .get { continue }
      report(
        WorkloadProblem(.unknownKey, "`\(key)` does not belong to `\(operation.rawValue)`", span: reader.span))
    }
    requireValue(&step, isValueWritten: value != nil, isUpdateWritten: values != nil)
    return .realtime(step)
  }

  private mutating func realtimeOperation(_ node: Node) -> RealtimeStep.Operation? {
    if resolved(node).text == "remove" {
      report(
        WorkloadProblem(
          .wrongType, "expected an operation, found the text `remove`", span: node.span, help: "did you mean `delete`?")
      )
      return nil
    }
    return word(node, RealtimeStep.Operation.self)
  }

  /// A key that is known, but not to this operation.
  private mutating func refuseForeignKeys(_ present: [(key: String, span: Span)], _ operation: RealtimeStep.Operation) {
    let query =
      RealtimeQueryTemplate.BoundKind.allCases.map(\.rawValue) + [
        "orderByChild", "orderByKey", "orderByValue", "orderByPriority", "limitToFirst", "limitToLast",
      ]
    let allowed: [String] =
      switch operation {
      case .listen: query + ["event"]
      case .get, .unlisten: query
      case .set, .push, .onDisconnect: ["value"]
      case .update: ["values"]
      case .increment: ["by"]
      case .transaction: ["value", "by", "conflicts"]
      case .delete: []
      }
    for key in present where !allowed.contains(key.key) {
      report(
        WorkloadProblem(
          .unknownKey, "`\(key.key)` does not belong to `\(operation.rawValue)`", span: key.span,
          help: allowed.isEmpty ? "it has only a `path`" : "it has " + allowed.map { "`\($0)`" }.joined(separator: ", ")
        ))
    }
  }

  private mutating func requireValue(_ step: inout RealtimeStep, isValueWritten: Bool, isUpdateWritten: Bool) {
    switch step.operation {
    case .set, .push: if !isValueWritten { missing("value", in: step.span) }
    case .update: if !isUpdateWritten { missing("values", in: step.span) }
    case .increment: if step.amount == nil { step.amount = .literal(.integer(1)) }
    case .transaction:
      if isValueWritten, step.amount != nil {
        report(WorkloadProblem(.wrongType, "expected either `value` or `by`", span: step.span))
      } else if !isValueWritten, step.amount == nil {
        missing("value", in: step.span)
      }
    // Without a value the location is removed.
    case .onDisconnect, .delete, .listen, .unlisten, .get: break
    }
  }

  // MARK: Paths and queries

  /// `messages/{c}`; `/` is the root.
  mutating func realtimePath(_ node: Node) -> PathPattern? {
    if resolved(node).text == "/" { return PathPattern(segments: [], span: node.span) }
    return path(node, expected: "a location")
  }

  private mutating func realtimeQuery(
    _ reader: inout ObjectReader
  ) -> (template: RealtimeQueryTemplate, keys: [(key: String, span: Span)]) {
    var template = RealtimeQueryTemplate()
    var keys: [(key: String, span: Span)] = []
    var orders: [(key: String, span: Span)] = []
    for key in ["orderByChild", "orderByKey", "orderByValue", "orderByPriority"] {
      guard let member = reader.member(key) else { continue }
      orders.append((key, member.keySpan))
      if let ordering = realtimeOrdering(key, member.value) { template.ordering = ordering }
    }
    if orders.count > 1 {
      report(
        WorkloadProblem(.wrongType, "\(orders[1].key): You can't combine multiple orderBy calls.", span: orders[1].span)
      )
    }
    for kind in RealtimeQueryTemplate.BoundKind.allCases {
      guard let member = reader.member(kind.rawValue) else { continue }
      keys.append((kind.rawValue, member.keySpan))
      if let bound = realtimeBound(kind, member.value) { template.bounds.append(bound) }
    }
    for (isStart, name) in [(true, "start"), (false, "end")] {
      let same = template.bounds.filter { isStart ? $0.kind.isStart : $0.kind.isEnd }
      guard same.count > 1 else { continue }
      report(WorkloadProblem(.wrongType, "the \(name) of the query is given twice", span: same[1].span))
    }
    for key in ["limitToFirst", "limitToLast"] {
      guard let member = reader.member(key) else { continue }
      keys.append((key, member.keySpan))
      let count = integer(member.value, in: 1...Int64(Int32.max), expected: "a whole number from 1")
      guard let count else { continue }
      if template.limit != nil {
        report(WorkloadProblem(.wrongType, "the limit of the query is given twice", span: member.keySpan))
      }
      template.limit = key == "limitToFirst" ? .first(count) : .last(count)
    }
    return (template, orders + keys)
  }

  private mutating func realtimeOrdering(_ key: String, _ node: Node) -> RealtimeQueryTemplate.Ordering? {
    guard key == "orderByChild" else {
      guard boolean(node) else { return nil }
      return key == "orderByKey" ? .key : key == "orderByValue" ? .value : .priority
    }
    guard let name = text(node, expected: "a child's path") else { return nil }
    let replacement = ["$key": "orderByKey", "$value": "orderByValue", "$priority": "orderByPriority"][name.text]
    if let replacement {
      report(
        WorkloadProblem(
          .wrongType, "orderByChild: \"\(name.text)\" is invalid.  Use \(replacement)() instead.", span: name.span,
          help: "write `\(replacement): true`"))
      return nil
    }
    guard name.text.split(separator: "/").isEmpty == false else {
      report(
        WorkloadProblem(
          .wrongType, "orderByChild: cannot pass in empty path. Use orderByValue() instead.", span: name.span))
      return nil
    }
    return .child(name.text)
  }

  /// A value, or `[value, key]`.
  private mutating func realtimeBound(
    _ kind: RealtimeQueryTemplate.BoundKind, _ node: Node
  ) -> RealtimeQueryTemplate.Bound? {
    var valueNode = node
    var key: TextTemplate?
    if case .array(let items) = node.content {
      guard items.count == 2 else {
        wrongType(node, expected: "a value, or a list of value and key")
        return nil
      }
      valueNode = items[0]
      guard let name = text(items[1], expected: "a key") else { return nil }
      key = template(scalar(name.text, at: items[1]))
    }
    return fieldValue(valueNode).map { RealtimeQueryTemplate.Bound(kind: kind, value: $0, key: key, span: node.span) }
  }

  // MARK: Values

  /// A mapping is children, unless its one key says how a value is generated.
  mutating func realtimeValue(_ node: Node) -> RealtimeFieldValue? {
    guard case .object(let members) = node.content, !Self.isGenerator(members) else {
      if case .array(let items) = node.content { return realtimeList(items) }
      return fieldValue(node).map(RealtimeFieldValue.field)
    }
    return .children(
      members.compactMap { member in
        guard let value = realtimeValue(member.value),
          let key = template(ScalarText(member.key, span: member.keySpan, source: source))
        else { return nil }
        return RealtimeFieldValue.Child(key: key, value: value)
      })
  }

  private static func isGenerator(_ members: [Node.Member]) -> Bool {
    let keys = members.map(\.key)
    if keys.contains("csv") { return keys.allSatisfy { $0 == "csv" || $0 == "column" } }
    return keys.count == 1 && generatorKeys.contains(keys[0])
  }

  /// Lists are children by their number.
  private mutating func realtimeList(_ items: [Node]) -> RealtimeFieldValue {
    .children(
      items.enumerated().compactMap { index, item in
        realtimeValue(item).map {
          RealtimeFieldValue.Child(key: TextTemplate(parts: [.literal(String(index))], span: item.span), value: $0)
        }
      })
  }

  private mutating func realtimeUpdates(_ node: Node) -> [RealtimeUpdate] {
    members(node, expected: "a mapping of paths to values").compactMap { member in
      let key = Node(.string(member.key), span: member.keySpan)
      guard let path = path(key, expected: "a path"), let value = realtimeValue(member.value) else { return nil }
      return RealtimeUpdate(path: path, value: value)
    }
  }

  private mutating func realtimeAmount(_ node: Node) -> FieldValue? {
    guard let value = fieldValue(node) else { return nil }
    switch value {
    case .literal(.integer), .literal(.double), .template, .drawn: return value
    default:
      wrongType(node, expected: "a number")
      return nil
    }
  }

  mutating func unsupported(_ what: String, at span: Span) {
    report(WorkloadProblem(.unsupportedFeature, "\(what) is not simulated", span: span))
  }

  // MARK: Data

  /// `{rtdb: path, for, count, value}`
  mutating func realtimeDataEntry(_ node: Node) -> RealtimeDataEntry? {
    mapping(node, expected: "a mapping with `rtdb`") { decoder, reader in
      let pathNode = reader.take("rtdb")
      let loops = reader.take("for").map { decoder.loops($0) } ?? []
      let count = reader.take("count").flatMap { decoder.quantity($0) }
      let valueNode = reader.take("value")
      if let member = reader.member("retention") {
        decoder.unsupported("`retention` of the Realtime Database", at: member.keySpan)
      }
      guard let pathNode, let valueNode else {
        decoder.missing(pathNode == nil ? "rtdb" : "value", in: reader.span)
        return nil
      }
      guard let path = decoder.realtimePath(pathNode), let value = decoder.realtimeValue(valueNode) else { return nil }
      return RealtimeDataEntry(path: path, loops: loops, count: count ?? .constant(1), value: value, span: reader.span)
    }
  }
}

import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import QueryModel

/// The filter that would make a condition hold, as the client libraries write it.
struct MissingFilter {
  let log: EvaluationLog
  let domain: AbstractDomain
  let expressions: ExpressionTable

  /// `where("owner", "==", "u1")`; nil when no filter would do, since the condition also asks for something else.
  func text(for node: Int) -> String? { text(for: node, isNegated: false) }

  /// The node of the known value that a condition compares a field with for equality or membership: what the operand of
  /// a filter on that field would have to be.
  func wantedValue(for node: Int) -> Int? {
    let children = log.nodes[node].children
    guard case .binary(let op, _, _)? = expressions[log.nodes[node].expression]?.kind, children.count == 2,
      op == .equal || op == .in
    else { return nil }
    if place(of: children[1]) != nil, known(children[0]) != nil { return children[0] }
    return op == .equal && place(of: children[0]) != nil && known(children[1]) != nil ? children[1] : nil
  }

  /// Whether a condition is a membership test that the query filters by already, with an equal number: such a filter
  /// matches integers and doubles alike.
  func isFilteredByNumber(_ node: Int, _ fields: [FieldPath], _ branch: Conjunction) -> Bool {
    let wanted = tests(of: node).flatMap { log.nodes[$0].children }.compactMap(known).flatMap { $0.elements ?? [$0] }
    return branch.predicates.contains { predicate in
      switch predicate.test {
      case .equal(let operand), .contains(let operand):
        guard fields.contains(predicate.path), let value = operand.knownValue.map({ RuleValue($0) }),
          value.isNumber
        else { return false }
        return wanted.contains { $0.isEqual(to: value) }
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn, .notInUnknown, .isNull,
        .isNaN, .isNotNull, .isNotNaN:
        return false
      }
    }
  }

  /// The membership tests of a condition.
  private func tests(of node: Int) -> [Int] {
    let children = log.nodes[node].children
    switch expressions[log.nodes[node].expression]?.kind {
    case .parenthesized?, .name?: return children.last.map(tests) ?? []
    case .unary(.not, _)?: return children.first.map(tests) ?? []
    case .logical?: return children.flatMap(tests)
    case .binary(.in, _, _)?: return [node]
    case .method(_, let name, _)?: return ["hasAny", "hasAll", "hasOnly"].contains(name.text) ? [node] : []
    default: return []
    }
  }

  private func text(for node: Int, isNegated: Bool) -> String? {
    let children = log.nodes[node].children
    switch expressions[log.nodes[node].expression]?.kind {
    case .parenthesized? where !children.isEmpty, .name? where !children.isEmpty:
      return children.last.flatMap { text(for: $0, isNegated: isNegated) }
    case .unary(.not, _)?: return children.first.flatMap { text(for: $0, isNegated: !isNegated) }
    case .binary(let op, _, _)? where children.count == 2: return comparison(op, children[0], children[1], isNegated)
    case .method(_, let name, _)? where children.count == 2 && !isNegated:
      return method(name.text, children[0], children[1])
    case .logical(let op, _)?: return connection((op == .and) != isNegated, children, isNegated)
    default: return place(of: node).map { "where(\($0), \"==\", \(isNegated ? "false" : "true"))" }
    }
  }

  /// Of alternatives the first that filters make hold; of conditions that have to hold together all that do not.
  private func connection(_ isConjunction: Bool, _ children: [Int], _ isNegated: Bool) -> String? {
    guard isConjunction else { return children.lazy.compactMap { text(for: $0, isNegated: isNegated) }.first }
    let open = children.filter { truths(of: $0) != (isNegated ? .isFalse : .isTrue) }
    let filters = open.compactMap { text(for: $0, isNegated: isNegated) }
    return filters.count == open.count && !filters.isEmpty ? filters.joined(separator: ".") : nil
  }

  private func truths(of node: Int) -> Truths {
    log.nodes[node].outcome.map { domain.truths(of: $0) } ?? .isError
  }

  private func comparison(_ op: BinaryOperator, _ left: Int, _ right: Int, _ isNegated: Bool) -> String? {
    guard let op = isNegated ? op.opposite : op else { return nil }
    if op == .in { return membership(left, right) }
    if let place = place(of: left), let value = known(right) { return filter(place, op, value) }
    if let place = place(of: right), let value = known(left), let turned = op.turned {
      return filter(place, turned, value)
    }
    if let limit = requestLimit(op, left, right) { return limit }
    return nil
  }

  private func filter(_ place: String, _ op: BinaryOperator, _ value: RuleValue) -> String? {
    value.filterText.map { "where(\(place), \"\(op.rawValue)\", \($0))" }
  }

  private func membership(_ left: Int, _ right: Int) -> String? {
    if let place = place(of: left), let list = known(right), let elements = list.elements {
      guard (1...30).contains(elements.count) else { return nil }
      if elements.count == 1 { return filter(place, .equal, elements[0]) }
      return list.filterText.map { "where(\(place), \"in\", \($0))" }
    }
    if let place = place(of: right), let value = known(left) {
      return value.filterText.map { "where(\(place), \"array-contains\", \($0))" }
    }
    if case .string(let key)? = known(left), case .described(let description)? = log.nodes[right].outcome?.value,
      let container = description.members?.place
    {
      return "orderBy(\(container.appending(key).filterText))"
    }
    return nil
  }

  private func method(_ name: String, _ receiver: Int, _ argument: Int) -> String? {
    guard let elements = known(argument)?.elements, let first = elements.first, let place = place(of: receiver) else {
      return nil
    }
    if elements.count == 1, name == "hasAny" || name == "hasAll" {
      return first.filterText.map { "where(\(place), \"array-contains\", \($0))" }
    }
    guard name == "hasAny" else { return nil }
    return known(argument)?.filterText.map { "where(\(place), \"array-contains-any\", \($0))" }
  }

  /// `request.query.limit <= 50` asks for a limit.
  private func requestLimit(_ op: BinaryOperator, _ left: Int, _ right: Int) -> String? {
    guard case .member(let query, let name)? = expressions[log.nodes[left].expression]?.kind, name.text == "limit",
      case .member(let request, let member) = query.kind, member.text == "query", case .name("request") = request.kind,
      case .integer(let limit)? = known(right)
    else { return nil }
    switch op {
    case .lessOrEqual, .equal: return "limit(\(limit))"
    case .less: return limit > 1 ? "limit(\(limit - 1))" : nil
    case .notEqual, .greater, .greaterOrEqual, .in, .add, .subtract, .multiply, .divide, .remainder: return nil
    }
  }

  private func known(_ node: Int) -> RuleValue? {
    guard let outcome = log.nodes[node].outcome, outcome.sources.isEmpty else { return nil }
    return outcome.known
  }

  /// The field, or the document's id, that a node reads.
  private func place(of node: Int) -> String? {
    guard let outcome = log.nodes[node].outcome else { return nil }
    switch outcome.origin {
    case .field(let path): return path.filterText
    case .documentID: return "documentId()"
    case nil:
      // `data.get('f', x)` reads a field, too.
      guard case .method(_, let name, _)? = expressions[log.nodes[node].expression]?.kind, name.text == "get" else {
        return nil
      }
      return outcome.sources.max { $0.segments.count < $1.segments.count }?.filterText
    }
  }
}

extension BinaryOperator {
  /// The comparison that is true exactly when this one is false.
  fileprivate var opposite: BinaryOperator? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .in, .add, .subtract, .multiply, .divide, .remainder: nil
    }
  }

  /// The comparison with its operands exchanged.
  fileprivate var turned: BinaryOperator? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .in, .add, .subtract, .multiply, .divide, .remainder: nil
    }
  }
}

extension FieldPath {
  /// As an argument of `where`; names with dots or unusual characters need a FieldPath object.
  var filterText: String {
    let isPlain = segments.allSatisfy { segment in
      !segment.isEmpty
        && segment.string.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
    }
    if isPlain { return "\"\(segments.map(\.string).joined(separator: "."))\"" }
    return "new FieldPath(\(segments.map { RuleValue.string($0).filterText ?? "" }.joined(separator: ", ")))"
  }
}

extension RuleValue {
  /// As the client libraries write it; nil for what filters cannot compare with, or what would be too long to read.
  var filterText: String? {
    switch self {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .integer(let value): return "\(value)"
    case .float(let value): return value.isFinite ? "\(value)" : nil
    case .string(let text):
      guard text.byteCount <= 200 else { return nil }
      var quoted = ""
      for scalar in text.string.unicodeScalars {
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case "\n": quoted += "\\n"
        default: quoted.unicodeScalars.append(scalar)
        }
      }
      return "\"\(quoted)\""
    case .timestamp(let time): return time.stored.map { "timestamp(\"\($0.rfc3339)\")" }
    case .list(let list):
      let elements = list.values.compactMap(\.filterText)
      return elements.count == list.count && elements.count <= 30 ? "[\(elements.joined(separator: ", "))]" : nil
    case .bytes, .duration, .geoPoint, .path, .map, .set, .mapDiff: return nil
    }
  }
}

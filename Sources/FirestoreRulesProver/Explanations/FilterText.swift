import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel

extension ListQuery {
  /// What of a branch concerns some fields, in the text form of queries: `owner == "u1"`, `order by owner`.
  func filters(on fields: [FieldPath], of branch: Conjunction) -> [String] {
    let related = { (path: FieldPath) in
      fields.contains { $0.segments.starts(with: path.segments) || path.segments.starts(with: $0.segments) }
    }
    let predicates = branch.predicates.filter { related($0.path) }
    let ordered = orderedFields.filter { path in related(path) && !predicates.contains { $0.path == path } }
    return predicates.map(\.text) + ordered.map { "order by \($0.ruleText)" }
  }
}

extension Predicate {
  /// In the text form of queries, long operands cut.
  var text: String {
    let field = path.ruleText.string
    switch test {
    case .equal(let operand): return "\(field) == \(operand.text)"
    case .isNull: return "\(field) == null"
    case .isNaN: return "\(field) == NaN"
    case .contains(let operand): return "\(field) array-contains \(operand.text)"
    case .lessThan(let operand): return "\(field) < \(operand.text)"
    case .lessThanOrEqual(let operand): return "\(field) <= \(operand.text)"
    case .greaterThan(let operand): return "\(field) > \(operand.text)"
    case .greaterThanOrEqual(let operand): return "\(field) >= \(operand.text)"
    case .notEqual(let operand): return "\(field) != \(operand.text)"
    case .notIn(let operands): return "\(field) not-in [\(operands.map(\.text).joined(separator: ", "))]"
    case .notInUnknown(let operand): return "\(field) not-in \(operand.text)"
    case .isNotNull: return "\(field) != null"
    case .isNotNaN: return "\(field) != NaN"
    }
  }
}

extension Operand {
  fileprivate var text: String {
    switch self {
    case .value(.reference(let name)): return "\(name.path)"
    case .value(let value): return RuleValue(value).filterText ?? "…"
    case .unknown: return "?"
    case .parameter(let name): return "$\(name)"
    case .expression(let source): return "{\(source)}"
    case .array(let members): return "[\(members.map(\.text).joined(separator: ", "))]"
    case .map: return "{…}"
    }
  }
}

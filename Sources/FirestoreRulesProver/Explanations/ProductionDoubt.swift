import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import QueryModel

/// Steps of sound proofs of which nobody has recorded whether production makes them, too.
enum ProductionDoubt: String, Hashable, Sendable, CaseIterable {
  case severalStatements = "the branches are proven by different statements"
  case severalNames = "the query names several documents"
  case negation = "a `!=`, `not-in` or `is not null` filter excludes a value"
  case existence = "an order implies that a field exists"
  case typeOfFilter = "a filter implies the type of a field"
  case size = "a filter implies how much a list or map holds"
  case wholeValue = "a list or map is compared as a whole"
  case twoFields = "two fields are compared with each other"
  case computedBound = "a range is compared with a value of the request"
  case computedKey = "a field is chosen by a value of the request"
  case alternatives = "a list of alternatives is proven branch by branch"
  case numericMembership = "a number is looked for among others, integers and doubles being taken for one"

  var text: String { rawValue }

  /// The doubts about one condition that holds.
  static func doubts(
    of node: Int, in log: EvaluationLog, _ expressions: ExpressionTable, _ fields: [FieldPath],
    _ branch: Conjunction, _ query: ListQuery
  ) -> [ProductionDoubt] {
    guard !fields.isEmpty else { return [] }
    var doubts: Set<ProductionDoubt> = []
    let predicates = branch.predicates.filter { fields.contains($0.path) }
    for predicate in predicates {
      switch predicate.test {
      case .notEqual, .notIn, .notInUnknown, .isNotNull, .isNotNaN: doubts.insert(.negation)
      case .equal, .isNull, .isNaN, .contains, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: break
      }
    }
    let constrained = branch.predicates.map(\.path)
    if query.orderedFields.contains(where: { fields.contains($0) && !constrained.contains($0) }) {
      doubts.insert(.existence)
    }
    var pending = [node]
    while let next = pending.popLast() {
      if let doubt = doubt(about: next, in: log, expressions, predicates) { doubts.insert(doubt) }
      pending += log.nodes[next].children
    }
    if query.branches.count > 1, case .binary(.in, _, _)? = expressions[log.nodes[node].expression]?.kind,
      log.nodes[node].children.first.map({ log.nodes[$0].outcome?.origin != nil }) ?? false
    {
      doubts.insert(.alternatives)
    }
    return doubts.sorted { $0.rawValue < $1.rawValue }
  }

  private static func doubt(
    about node: Int, in log: EvaluationLog, _ expressions: ExpressionTable, _ predicates: [Predicate]
  ) -> ProductionDoubt? {
    let operands = log.nodes[node].children.compactMap { log.nodes[$0].outcome }
    let origins = operands.compactMap(\.origin)
    switch expressions[log.nodes[node].expression]?.kind {
    case .typeTest?: return origins.isEmpty ? nil : .typeOfFilter
    case .method(_, let name, _)?:
      let isOfDocument = operands.first.map { $0.origin != nil || $0.isDocumentMap } ?? false
      let counting: Set<String> = ["size", "keys", "values", "diff"]
      return isOfDocument && counting.contains(name.text) ? .size : nil
    case .index?:
      guard let base = operands.first, base.origin != nil || base.isDocumentMap,
        case .index(_, let key)? =
          expressions[log.nodes[node].expression]?.kind
      else { return nil }
      if case .string = key.kind { return nil }
      return .computedKey
    case .binary(let op, let left, let right)?:
      if Set(origins).count > 1 { return .twoFields }
      guard operands.count == 2, !origins.isEmpty else { return nil }
      switch op {
      case .equal, .notEqual:
        return operands.contains { !($0.value?.types.isDisjoint(with: [.list, .map]) ?? true) } ? .wholeValue : nil
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        let isRange = predicates.contains { $0.isInequality }
        return isRange && !(left.isLiteral || right.isLiteral) ? .computedBound : nil
      case .in, .add, .subtract, .multiply, .divide, .remainder: return nil
      }
    default: return nil
    }
  }
}

extension AbstractOutcome {
  /// The candidate's fields, or a map among them.
  fileprivate var isDocumentMap: Bool {
    guard case .described(let description)? = value else { return false }
    return description.members?.place != nil
  }
}

extension Expression {
  fileprivate var isLiteral: Bool {
    switch kind {
    case .null, .boolean, .integer, .float, .string, .bytes: true
    case .unary(.negate, let operand): operand.isLiteral
    default: false
    }
  }
}

package import FirestoreModel

extension Conjunction {
  /// Its tests in the one-line text form: `status == "paid" and total > 5`.
  package func text(database: DatabaseName) -> String {
    let filters = predicates.map(\.filter)
    return filters.count == 1 ? filters[0].text(database: database) : Filter.and(filters).text(database: database)
  }
}

extension Predicate {
  /// The filter that says the same.
  fileprivate var comparison: (op: FieldOperator, operand: Operand)? {
    switch test {
    case .equal(let operand): (.equal, operand)
    case .contains(let operand): (.arrayContains, operand)
    case .lessThan(let operand): (.lessThan, operand)
    case .lessThanOrEqual(let operand): (.lessThanOrEqual, operand)
    case .greaterThan(let operand): (.greaterThan, operand)
    case .greaterThanOrEqual(let operand): (.greaterThanOrEqual, operand)
    case .notEqual(let operand): (.notEqual, operand)
    case .notIn(let operands): (.notIn, .array(operands))
    case .notInUnknown(let operand): (.notIn, operand)
    case .isNull, .isNaN, .isNotNull, .isNotNaN: nil
    }
  }

  fileprivate var filter: Filter {
    if let comparison { return .field(FieldFilter(path, comparison.op, comparison.operand)) }
    let op: UnaryOperator =
      switch test {
      case .isNull: .isNull
      case .isNaN: .isNaN
      case .isNotNull: .isNotNull
      default: .isNotNaN
      }
    return .unary(UnaryFilter(path, op))
  }
}

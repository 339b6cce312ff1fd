import FirestoreModel

/// Filters as an OR of ANDs: `in` becomes equalities, `array-contains-any` memberships, OR distributes over AND.
///
/// `not-in`, `!=`, ranges and unary filters stay atoms.
package enum DisjunctiveNormalForm {
  /// How many disjuncts ``expand(_:)`` would produce, without producing them; never overflows.
  package static func count(_ filter: Filter?) -> Int {
    switch filter {
    case nil, .unary: 1
    case .field(let field):
      switch field.op {
      case .in, .arrayContainsAny: field.operand.listMembers?.count ?? 1
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .arrayContains, .notIn: 1
      }
    case .or(let filters): filters.reduce(0) { saturatingSum($0, count($1)) }
    case .and(let filters): filters.reduce(1) { saturatingProduct($0, count($1)) }
    }
  }

  /// The disjuncts in reading order; the leftmost factor of a product varies slowest. Call ``count(_:)`` first: the
  /// product is as large as the filter says.
  package static func expand(_ filter: Filter?) -> [Conjunction] {
    switch filter {
    case nil: [Conjunction([])]
    case .unary(let unary): [Conjunction([Predicate(unary.path, test(for: unary.op))])]
    case .field(let field): expand(field).map { Conjunction([$0]) }
    case .or(let filters): filters.flatMap { expand($0) }
    case .and(let filters):
      filters.reduce(into: [Conjunction([])]) { products, factor in
        let alternatives = expand(factor)
        guard alternatives.count != 1 else {
          // In place: a conjunction of many filters takes as long as it is, and not its square.
          for index in products.indices { products[index].predicates += alternatives[0].predicates }
          return
        }
        products = products.flatMap { product in
          alternatives.map { Conjunction(product.predicates + $0.predicates) }
        }
      }
    }
  }

  private static func expand(_ field: FieldFilter) -> [Predicate] {
    let path = field.path
    let operand = field.operand
    switch field.op {
    case .equal: return [Predicate(path, .equal(operand))]
    case .notEqual: return [Predicate(path, .notEqual(operand))]
    case .lessThan: return [Predicate(path, .lessThan(operand))]
    case .lessThanOrEqual: return [Predicate(path, .lessThanOrEqual(operand))]
    case .greaterThan: return [Predicate(path, .greaterThan(operand))]
    case .greaterThanOrEqual: return [Predicate(path, .greaterThanOrEqual(operand))]
    case .arrayContains: return [Predicate(path, .contains(operand))]
    // Null and NaN members stay as plain equalities, which match nothing: `in [null, 1]` is `in [1]`.
    case .in: return alternatives(of: operand).map { Predicate(path, .equal($0)) }
    case .arrayContainsAny: return alternatives(of: operand).map { Predicate(path, .contains($0)) }
    case .notIn:
      guard let members = operand.listMembers else { return [Predicate(path, .notInUnknown(operand))] }
      return [Predicate(path, .notIn(members))]
    }
  }

  /// A list that is not known yet counts as one alternative.
  private static func alternatives(of operand: Operand) -> [Operand] { operand.listMembers ?? [operand] }

  private static func test(for op: UnaryOperator) -> Predicate.Test {
    switch op {
    case .isNull: .isNull
    case .isNaN: .isNaN
    case .isNotNull: .isNotNull
    case .isNotNaN: .isNotNaN
    }
  }

  private static func saturatingSum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }

  private static func saturatingProduct(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? .max : product
  }
}

package import FirestoreModel

/// A validated query in disjunctive normal form with its effective order: the planner's input.
package struct NormalizedQuery: Hashable, Sendable {
  package var source: QuerySource
  /// One entry per disjunct, in DNF order. An unfiltered query has one empty conjunction.
  package var disjuncts: [Conjunction]
  /// The effective order: explicit clauses, then implied inequality fields, then `__name__`. Already flipped for
  /// `limitToLast`.
  package var order: [Order]
  /// How many clauses of `order` were written explicitly.
  package var explicitOrderCount: Int
  /// Cursors; swapped for `limitToLast`. Their values align with `order` from the left.
  package var start: Cursor?
  package var end: Cursor?
  package var offset: Int32
  package var limit: Int32?
  /// `limitToLast`: results are produced in `order` and handed out in reverse.
  package var reversed: Bool
  package var projection: [FieldPath]?
  package var nearest: FindNearest?

  package init(
    source: QuerySource, disjuncts: [Conjunction], order: [Order], explicitOrderCount: Int, start: Cursor?,
    end: Cursor?, offset: Int32, limit: Int32?, reversed: Bool, projection: [FieldPath]?, nearest: FindNearest?
  ) {
    self.source = source
    self.disjuncts = disjuncts
    self.order = order
    self.explicitOrderCount = explicitOrderCount
    self.start = start
    self.end = end
    self.offset = offset
    self.limit = limit
    self.reversed = reversed
    self.projection = projection
    self.nearest = nearest
  }
}

/// Predicates that hold together.
package struct Conjunction: Hashable, Sendable {
  package var predicates: [Predicate]

  package init(_ predicates: [Predicate]) { self.predicates = predicates }
}

/// One atomic test. `in` and `array-contains-any` no longer exist here: they became disjuncts.
package struct Predicate: Hashable, Sendable {
  package enum Test: Hashable, Sendable {
    case equal(Operand)
    case isNull
    case isNaN
    case contains(Operand)
    case lessThan(Operand)
    case lessThanOrEqual(Operand)
    case greaterThan(Operand)
    case greaterThanOrEqual(Operand)
    case notEqual(Operand)
    case notIn([Operand])
    /// `not-in` over an operand that is not known yet.
    case notInUnknown(Operand)
    case isNotNull
    case isNotNaN
  }

  package var path: FieldPath
  package var test: Test

  package init(_ path: FieldPath, _ test: Test) {
    self.path = path
    self.test = test
  }
}

extension Predicate {
  /// `==`, IS_NULL and IS_NAN.
  package var isEquality: Bool {
    switch test {
    case .equal, .isNull, .isNaN: true
    case .contains, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn, .notInUnknown,
      .isNotNull, .isNotNaN:
      false
    }
  }

  package var isContains: Bool {
    if case .contains = test { true } else { false }
  }

  /// Everything that implies an order: ranges, `!=`, `not-in`, IS_NOT_NULL, IS_NOT_NAN.
  package var isInequality: Bool { !isEquality && !isContains }
}

import FirestoreModel
package import QueryModel

/// How many range fields a query has, under every answer to the two open questions.
///
/// With two or more range fields, every index entry that a query reads is billed, one read per started thousand; with
/// fewer, none is.
package struct RangeFieldCount: Hashable, Sendable {
  /// Certain range fields: `<`, `<=`, `>`, `>=`, and any filter on `__name__`.
  package var ranges: Int
  /// With `!=`, `not-in`, is-not-null and is-not-NaN counted, too.
  package var withNegations: Int
  /// As `ranges`, with the fields that a cursor bounds.
  package var withCursors: Int
  package var withNegationsAndCursors: Int

  package init(ranges: Int, withNegations: Int, withCursors: Int, withNegationsAndCursors: Int) {
    self.ranges = ranges
    self.withNegations = withNegations
    self.withCursors = withCursors
    self.withNegationsAndCursors = withNegationsAndCursors
  }

  /// The same number whatever the answers are.
  package init(_ count: Int) {
    self.init(ranges: count, withNegations: count, withCursors: count, withNegationsAndCursors: count)
  }

  package static let none = RangeFieldCount(0)

  package func count(under assumptions: BillingAssumptions) -> Int {
    let countsNegations = !assumptions.takesAlternative(.negationIsRange)
    let countsCursors = assumptions.takesAlternative(.cursorIsRange)
    return countsNegations
      ? (countsCursors ? withNegationsAndCursors : withNegations) : (countsCursors ? withCursors : ranges)
  }

  /// Whether the index entries of the query are billed.
  package func billsEntries(under assumptions: BillingAssumptions) -> Bool { count(under: assumptions) >= 2 }
}

extension RangeFieldCount {
  /// - Parameter query: before normalisation, because implied orders do not count, only those written.
  package init(of query: Query) {
    var fields = FilteredFields()
    if let filter = query.filter { fields.collect(filter) }
    self.init(fields, orders: query.orders, cursorSize: RangeFieldCount.cursorSize(query.start, query.end))
  }

  /// A `__name__ in` has become several equalities here and counts as in the query written.
  package init(of query: NormalizedQuery) {
    var fields = FilteredFields()
    for predicate in query.disjuncts.lazy.flatMap(\.predicates) { fields.collect(predicate) }
    self.init(
      fields, orders: Array(query.order.prefix(query.explicitOrderCount)),
      cursorSize: RangeFieldCount.cursorSize(query.start, query.end))
  }

  private init(_ fields: FilteredFields, orders: [Order], cursorSize: Int) {
    // Web clients always send the trailing `__name__`; if it counted, no query of theirs would ever be exempt.
    let ordered = orders.last?.path.isDocumentName == true ? orders.dropLast() : orders[...]
    let bounded = Set(ordered.prefix(cursorSize).map(\.path))
    func count(_ ranges: Set<FieldPath>) -> Int {
      ranges.isEmpty ? 0 : ranges.union(ordered.map(\.path)).count
    }
    let all = fields.ranges.union(fields.negations)
    self.init(
      ranges: count(fields.ranges), withNegations: count(all), withCursors: count(fields.ranges.union(bounded)),
      withNegationsAndCursors: count(all.union(bounded)))
  }

  private static func cursorSize(_ start: Cursor?, _ end: Cursor?) -> Int {
    max(start?.values.count ?? 0, end?.values.count ?? 0)
  }
}

/// The fields that the filters of a query use, by what they may count as.
private struct FilteredFields {
  var ranges: Set<FieldPath> = []
  var negations: Set<FieldPath> = []

  /// The depth of filters is bounded where queries are read and validated.
  mutating func collect(_ filter: Filter) {
    switch filter {
    case .field(let field): collect(field)
    case .unary(let unary): collect(unary)
    case .and(let parts), .or(let parts): for part in parts { collect(part) }
    }
  }

  private mutating func collect(_ filter: FieldFilter) {
    // `__name__` is a range field even under equality and `in`: documented.
    guard !filter.path.isDocumentName else {
      ranges.insert(filter.path)
      return
    }
    switch filter.op {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: ranges.insert(filter.path)
    case .notEqual, .notIn: negations.insert(filter.path)
    case .equal, .arrayContains, .in, .arrayContainsAny: break
    }
  }

  private mutating func collect(_ filter: UnaryFilter) {
    guard !filter.path.isDocumentName else {
      ranges.insert(filter.path)
      return
    }
    switch filter.op {
    case .isNotNaN, .isNotNull: negations.insert(filter.path)
    case .isNaN, .isNull: break
    }
  }

  mutating func collect(_ predicate: Predicate) {
    guard !predicate.path.isDocumentName else {
      ranges.insert(predicate.path)
      return
    }
    switch predicate.test {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: ranges.insert(predicate.path)
    case .notEqual, .notIn, .notInUnknown, .isNotNull, .isNotNaN: negations.insert(predicate.path)
    case .equal, .isNull, .isNaN, .contains: break
    }
  }
}

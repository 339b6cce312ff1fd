import FirestoreModel
import IndexCatalog
import QueryModel

/// One entry of Explain's `planSummary.indexesUsed`.
package struct IndexUse: Hashable, Sendable {
  /// `(a ASC, tags ARRAY_CONTAINS, __name__ ASC)`
  package var properties: String
  /// `Collection` or `Collection group`, the spelling of production's answers.
  package var queryScope: String

  package init(properties: String, queryScope: String) {
    self.properties = properties
    self.queryScope = queryScope
  }
}

extension QueryPlan {
  /// The indexes in the spelling of Explain: one entry per member and disjunct, repeated where the first ordered field
  /// is read in several ranges. Documents with limit 0 read nothing, so the list is empty.
  ///
  /// Production lists the members of a merge in an internal order; compare them as a set.
  package var indexesUsed: [IndexUse] {
    if query.limit == 0, aggregations.isEmpty { return [] }
    return disjuncts.flatMap { disjunct in
      let uses = disjunct.members.map { IndexUse($0.index) }
      return repeatElement(uses, count: disjunct.rangeCount).flatMap(\.self)
    }
  }
}

extension IndexUse {
  init(_ index: PlannedIndex) {
    let fields = index.fields.map { "\($0.path.description) \($0.mode.explainText)" }
    properties = "(\(fields.joined(separator: ", ")))"
    queryScope =
      switch index.scope {
      case .collection: "Collection"
      case .collectionGroup: "Collection group"
      }
  }
}

extension IndexMode {
  fileprivate var explainText: String {
    switch self {
    case .contains: "ARRAY_CONTAINS"
    case .ascending, .descending, .vector: shortText
    }
  }
}

extension DisjunctPlan {
  /// How many ranges of the first ordered field are read: excluded values split it (observed in production for `!=`).
  var rangeCount: Int {
    guard let path = suffix.first?.path else { return 1 }
    let excluded = conjunction.predicates.lazy.filter { $0.path == path }.map(\.excludedValueCount)
    return 1 + excluded.reduce(0, +)
  }
}

extension Predicate {
  fileprivate var excludedValueCount: Int {
    switch test {
    case .notEqual, .isNotNaN: 1
    case .notIn(let operands): Set(operands).count
    // Null is the smallest value, so leaving it out does not split anything.
    case .isNotNull: 0
    case .notInUnknown: 0
    case .equal, .isNull, .isNaN, .contains, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: 0
    }
  }
}

import FirestoreModel
package import IndexCatalog
package import QueryModel

/// How a query is answered: one plan per disjunct, whose results are merged in `query.order` without duplicates.
package struct QueryPlan: Hashable, Sendable {
  package var query: NormalizedQuery
  package var aggregations: [Aggregation]
  /// In the order of `query.disjuncts`.
  package var disjuncts: [DisjunctPlan]
  /// Open questions about the service that the verdict depends on, in ascending order: each is a FB8002.
  package var openQuestions: [OpenQuestion]

  package init(
    query: NormalizedQuery, aggregations: [Aggregation], disjuncts: [DisjunctPlan], openQuestions: [OpenQuestion]
  ) {
    self.query = query
    self.aggregations = aggregations
    self.disjuncts = disjuncts
    self.openQuestions = openQuestions
  }
}

extension QueryPlan {
  /// The order in which matches are visited: the query's, with the aggregated fields before `__name__`, as the indexes
  /// hold them. Limit and offset of an aggregation count in it (the system tests of Google's Python client, which pass in
  /// production, sum the smallest values under a limit).
  package var scanOrder: [Order] {
    let aggregated = Set(aggregations.compactMap(\.aggregatedField)).filter { path in
      !query.order.contains { $0.path == path }
    }
    guard !aggregated.isEmpty else { return query.order }
    var order = query.order
    order.insert(contentsOf: aggregated.sorted().map { Order($0) }, at: max(0, order.count - 1))
    return order
  }
}

extension Aggregation {
  var aggregatedField: FieldPath? {
    switch op {
    case .count: nil
    case .sum(let path), .average(let path): path
    }
  }
}

/// How one conjunction is answered: a single index, or the intersection (zig-zag merge) of several that share `suffix`.
package struct DisjunctPlan: Hashable, Sendable {
  package var conjunction: Conjunction
  /// At least one. All hold their entries, for a fixed prefix, in the order of `suffix`.
  package var members: [IndexScan]
  /// The order inside every member after its prefix: the query's order without the fields that have an equality,
  /// aggregated fields, `__name__` last. A vector field follows it in a vector index.
  package var suffix: [Order]

  package init(conjunction: Conjunction, members: [IndexScan], suffix: [Order]) {
    self.conjunction = conjunction
    self.members = members
    self.suffix = suffix
  }

  /// Operands of `__name__ ==`: when not empty, the answer is looked up by name within the members. More than one means
  /// that all of them must be the same document.
  package var documentNames: [Operand] {
    conjunction.predicates.compactMap { predicate in
      guard predicate.path.isDocumentName, case .equal(let operand) = predicate.test else { return nil }
      return operand
    }
  }
}

/// One index and the fields of its prefix that the conjunction fixes.
package struct IndexScan: Hashable, Sendable {
  package var index: PlannedIndex
  /// Equality fields (ascending or descending) and at most one array-contains field, in the order of the index. The
  /// values are those of the conjunction's equality and contains predicates on these paths.
  package var prefix: [IndexField]

  package init(index: PlannedIndex, prefix: [IndexField]) {
    self.index = index
    self.prefix = prefix
  }
}

/// What planning says about a query.
package enum PlanOutcome: Hashable, Sendable {
  case served(QueryPlan)
  /// Production refuses the query; the first disjunct that no index serves decides which index is named.
  case missing(MissingIndex)
}

package import FirestoreModel
package import FirestoreRulesEvaluator
package import QueryModel

/// A query as rules judge it: what it can return, and what `request.query` shows of it.
package struct ListQuery: Hashable, Sendable {
  /// What the query can return. Cursors, offset and limit play no part in a proof.
  package var source: QuerySource
  /// One entry per disjunct; an unfiltered query has one empty conjunction.
  package var branches: [Conjunction]
  /// Explicit and implied orders: a document without an ordered field is never returned.
  package var orderedFields: [FieldPath]
  /// What `request.query` shows.
  package var facts: RulesQuery

  package init(source: QuerySource, branches: [Conjunction], orderedFields: [FieldPath], facts: RulesQuery) {
    self.source = source
    self.branches = branches
    self.orderedFields = orderedFields
    self.facts = facts
  }

  package init(_ query: NormalizedQuery) {
    // `limitToLast` never reaches the server: what rules see are the turned orders.
    let explicit = query.order.prefix(query.explicitOrderCount)
    self.init(
      source: query.source, branches: query.disjuncts,
      // A vector search reads another index: its filters imply no order.
      orderedFields: query.nearest == nil ? query.order.map(\.path).filter { !$0.isDocumentName } : [],
      facts: RulesQuery(
        limit: query.limit.map(Int64.init), offset: Int64(query.offset),
        orders: explicit.map { ($0.path.ruleText, $0.direction == .ascending) }))
  }

  /// An aggregation is the list of what it aggregates. That documents without a summed field take no part in it is not
  /// used as a constraint: whether production does is not known.
  package init(_ aggregation: NormalizedAggregationQuery) { self.init(aggregation.query) }

  /// ListDocuments: `limit` is the page size, null without one.
  package init(documentsOf collection: CollectionPath, pageSize: Int32?) {
    self.init(
      source: QuerySource(
        parent: collection.parent.map(PathTemplate.init) ?? .root, collectionID: .literal(collection.id)),
      branches: [Conjunction([])], orderedFields: [], facts: RulesQuery(limit: pageSize.map(Int64.init)))
  }
}

extension ListQuery {
  /// The query with some of its unknown operands filled in, for example a parameter that the application always sets to
  /// the caller's uid.
  package func substituting(_ bindings: [Operand: Value]) -> ListQuery {
    guard !bindings.isEmpty else { return self }
    var query = self
    query.branches = branches.map { branch in
      Conjunction(branch.predicates.map { Predicate($0.path, $0.test.substituting(bindings)) })
    }
    return query
  }
}

extension Predicate.Test {
  fileprivate func substituting(_ bindings: [Operand: Value]) -> Predicate.Test {
    switch self {
    case .equal(let operand): .equal(operand.substituting(bindings))
    case .contains(let operand): .contains(operand.substituting(bindings))
    case .lessThan(let operand): .lessThan(operand.substituting(bindings))
    case .lessThanOrEqual(let operand): .lessThanOrEqual(operand.substituting(bindings))
    case .greaterThan(let operand): .greaterThan(operand.substituting(bindings))
    case .greaterThanOrEqual(let operand): .greaterThanOrEqual(operand.substituting(bindings))
    case .notEqual(let operand): .notEqual(operand.substituting(bindings))
    case .notIn(let operands): .notIn(operands.map { $0.substituting(bindings) })
    case .notInUnknown(let operand): .notInUnknown(operand.substituting(bindings))
    case .isNull, .isNaN, .isNotNull, .isNotNaN: self
    }
  }
}

extension Operand {
  fileprivate func substituting(_ bindings: [Operand: Value]) -> Operand {
    if let value = bindings[self] { return .value(value) }
    switch self {
    case .value, .unknown, .parameter, .expression: return self
    case .array(let members): return Operand(members: members.map { $0.substituting(bindings) })
    case .map(let fields):
      return Operand(
        fields: fields.map { MapOperand(name: $0.name, operand: $0.operand.substituting(bindings)) })
    }
  }
}

extension FieldPath {
  /// As a key of `request.query.orderBy`: segments joined with dots. How production writes unusual names is not known.
  var ruleText: Text { Text(segments.map(\.string).joined(separator: ".")) }
}

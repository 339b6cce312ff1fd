package import FirestoreModel

/// A validated aggregation request.
package struct NormalizedAggregationQuery: Hashable, Sendable {
  package var query: NormalizedQuery
  /// In request order; every one has its alias.
  package var aggregations: [NormalizedAggregation]

  package init(query: NormalizedQuery, aggregations: [NormalizedAggregation]) {
    self.query = query
    self.aggregations = aggregations
  }
}

package struct NormalizedAggregation: Hashable, Sendable {
  package var op: Aggregation.Operator
  package var alias: Text

  package init(_ op: Aggregation.Operator, alias: Text) {
    self.op = op
    self.alias = alias
  }
}

extension AggregationQuery {
  /// Validates the aggregations and the query below them, and names the unnamed aggregations.
  ///
  /// - Throws: the first refusal, with the service's text; those of the aggregations come before the query's.
  package func normalized(database: DatabaseName) throws(FirestoreError) -> NormalizedAggregationQuery {
    guard !aggregations.isEmpty else { throw refusal("Aggregations can not be empty.") }
    guard aggregations.count <= QueryLimits.aggregations else {
      let limit = "\(QueryLimits.aggregations)"
      throw FirestoreError(
        .invalidArgument,
        "The maximum number of aggregations allowed in an aggregation query is \(limit). "
          + "Received: \(aggregations.count)",
        details: [
          .errorInfo(
            reason: "TOO_MANY_AGGREGATIONS",
            metadata: ["actual_aggregations": "\(aggregations.count)", "max_aggregations": limit])
        ])
    }
    for aggregation in aggregations { try check(aggregation) }
    let named = withAliases()
    var seen: Set<Text> = []
    for aggregation in named where !seen.insert(aggregation.alias).inserted {
      throw refusal("Aggregation aliases contain duplicate alias: \(aggregation.alias).")
    }
    let normalized = NormalizedAggregationQuery(
      query: try query.normalized(database: database), aggregations: named)
    try normalized.checkFieldsAfterName()
    return normalized
  }

  /// `field_1`, `field_2`, … number only the unnamed aggregations.
  private func withAliases() -> [NormalizedAggregation] {
    var unnamed = 0
    return aggregations.map { aggregation in
      if let alias = aggregation.alias { return NormalizedAggregation(aggregation.op, alias: alias) }
      unnamed += 1
      return NormalizedAggregation(aggregation.op, alias: Text("field_\(unnamed)"))
    }
  }

  private func check(_ aggregation: Aggregation) throws(FirestoreError) {
    switch aggregation.op {
    case .count(let limit):
      if let limit, limit < 0 {
        throw refusal("The `up_to` value in a COUNT aggregation must be greater than or equal to zero.")
      }
    case .sum(let path), .average(let path):
      if path.isDocumentName { throw refusal("Aggregations are not supported for the property: __key__") }
    }
    guard let alias = aggregation.alias else { return }
    // Aliases are names, not paths: dots, spaces and backticks are literal.
    if alias.isReservedFieldName { throw refusal("The property.name \"\(alias)\" is reserved.") }
    if alias.byteCount > FieldPath.maximumByteCount {
      throw refusal("The property.name is longer than \(FieldPath.maximumByteCount) bytes.")
    }
  }

  private func refusal(_ message: String) -> FirestoreError { FirestoreError(.invalidArgument, message) }
}

extension NormalizedAggregationQuery {
  /// An aggregated field has its place in the index just before the implied `__name__`. No index has a place for it
  /// once the query is a scan by name: ordered by `__name__` explicitly, or without a collection id, or over all
  /// descendants of a document (observed in production for the latter two).
  fileprivate func checkFieldsAfterName() throws(FirestoreError) {
    let byName = query.order.prefix(query.explicitOrderCount).contains(where: \.path.isDocumentName)
    guard byName || query.source.collectionID == nil || query.source.isGroupBelowDocument else { return }
    var served = Set(query.order.map(\.path))
    served.formUnion(query.equalityFieldsOfEveryDisjunct)
    let fields = Set(aggregations.compactMap(\.op.path)).subtracting(served).sorted()
    guard fields.isEmpty else { throw FirestoreError(.invalidArgument, QueryRefusal.fieldsAfterName(fields).message) }
  }
}

extension Aggregation.Operator {
  fileprivate var path: FieldPath? {
    switch self {
    case .count: nil
    case .sum(let path), .average(let path): path
    }
  }
}

extension NormalizedQuery {
  fileprivate var equalityFieldsOfEveryDisjunct: Set<FieldPath> {
    func fields(_ disjunct: Conjunction) -> Set<FieldPath> {
      Set(disjunct.predicates.filter(\.isEquality).map(\.path))
    }
    guard let first = disjuncts.first else { return [] }
    return disjuncts.dropFirst().reduce(fields(first)) { $0.intersection(fields($1)) }
  }
}

extension QuerySource {
  /// All descendants of one document, with or without a collection id.
  var isGroupBelowDocument: Bool { allDescendants && !parent.segments.isEmpty }
}

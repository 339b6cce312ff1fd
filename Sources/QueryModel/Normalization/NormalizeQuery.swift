package import FirestoreModel

extension Query {
  /// Validates the query as the service does and brings it into the planner's form.
  ///
  /// - Parameter database: the database that the query is sent to; references to another one are refused where the
  ///   service refuses them.
  /// - Throws: the first refusal, in the service's check order, with its text.
  package func normalized(database: DatabaseName) throws(FirestoreError) -> NormalizedQuery {
    if limitToLast, orders.isEmpty {
      // The SDKs refuse this before sending; the wire has no limitToLast.
      throw .init(
        .invalidArgument, "limitToLast() queries require specifying at least one orderBy() clause.",
        breaking: .limitToLastOrder)
    }
    let wire = wireForm
    let disjuncts = try QueryValidation(query: wire, database: database).disjuncts()
    return NormalizedQuery(
      source: source, disjuncts: disjuncts, order: wire.effectiveOrder, explicitOrderCount: orders.count,
      start: wire.start, end: wire.end, offset: offset, limit: limit, reversed: limitToLast, projection: projection,
      nearest: nearest)
  }
}

package import FirestoreModel

extension Query {
  /// The query as an SDK puts it on the wire: `limitToLast` turns round every direction and swaps the cursors.
  ///
  /// A cursor keeps its inclusivity on the other side: startAt becomes endAt, startAfter becomes endBefore.
  package var wireForm: Query {
    guard limitToLast else { return self }
    var query = self
    query.limitToLast = false
    query.orders = orders.map { Order($0.path, $0.direction.flipped) }
    query.start = end.map { Cursor(values: $0.values, before: !$0.before) }
    query.end = start.map { Cursor(values: $0.values, before: !$0.before) }
    return query
  }

  /// The distinct fields with an inequality in any branch, in field-path order; `__name__` is one of them.
  package var inequalityFields: [FieldPath] {
    Set((filter?.atoms ?? []).filter(\.isInequality).map(\.path)).sorted()
  }

  /// The explicit orders, then every inequality field not yet ordered, in path order and in the direction of the last
  /// explicit order, then `__name__` in the direction of the last order so far.
  package var effectiveOrder: [Order] {
    var result = orders
    let direction = orders.last?.direction ?? .ascending
    let ordered = Set(orders.map(\.path))
    for path in inequalityFields where !path.isDocumentName && !ordered.contains(path) {
      result.append(Order(path, direction))
    }
    if !result.contains(where: \.path.isDocumentName) {
      result.append(Order(.documentName, result.last?.direction ?? .ascending))
    }
    return result
  }
}

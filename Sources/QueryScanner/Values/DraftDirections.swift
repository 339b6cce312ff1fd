import QueryModel

extension QueryDraft {
  /// Both queries it may be when only the run knows one direction: there are just two. Of several unknown directions it
  /// is not known whether they go together, and an index for a mixture that never runs would be asked for in vain.
  package var inEachDirection: [QueryDraft] {
    guard unknownDirections.count == 1, let index = unknownDirections.first, query.orders.indices.contains(index) else {
      return [self]
    }
    return [Direction.ascending, .descending].map { direction in
      var draft = self
      draft.query.orders[index].direction = direction
      draft.unknownDirections = []
      draft.unresolved.removeAll { $0.kind == .direction }
      return draft
    }
  }
}

extension ScannedValue {
  /// Itself, or a query in both of its directions.
  var inEachDirection: [ScannedValue] {
    if case .query(let draft) = self { draft.inEachDirection.map { .query($0) } } else { [self] }
  }
}

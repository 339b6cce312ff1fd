import FirestoreModel
package import QueryModel

/// A query of code with values in the places of its variables, as a step asks it.
package struct BoundQuery {
  package private(set) var query: Query
  /// The cursor of a next page is left out: the step asks the first page.
  package private(set) var isFirstPage = false

  /// Nil where a stand-in would make another query of it.
  package init?(_ query: Query) {
    guard query.nearest == nil, query.source.collectionID?.literal != nil,
      query.usedFields.allSatisfy({ !$0.isUnknown && !$0.hasUnknownSegment })
    else { return nil }
    self.query = query
    self.query.source.parent = Self.bound(query.source.parent)
    if query.start != nil || query.end != nil {
      (self.query.start, self.query.end, isFirstPage) = (nil, nil, true)
    }
    if query.unknownBounds.contains(.limit) { self.query.limit = StandIn.limit }
    if query.unknownBounds.contains(.offset) { self.query.offset = 0 }
    self.query.unknownBounds = []
    guard let filter = query.filter else { return }
    guard let bound = Self.bound(filter) else { return nil }
    self.query.filter = bound
  }

  /// Document ids that are not known get one.
  package static func bound(_ path: PathTemplate) -> PathTemplate {
    var segments: [PathSegment] = []
    for segment in path.segments {
      if case .literal = segment {
        segments.append(segment)
      } else if segments.count.isMultiple(of: 2) {
        segments.append(.literal(StandIn.name))
      } else {
        segments.append(.literal(StandIn.id(in: segments.last?.literal ?? "")))
      }
    }
    return PathTemplate(segments)
  }

  private static func bound(_ filter: Filter) -> Filter? {
    switch filter {
    case .unary: return filter
    case .and(let parts): return all(parts).map(Filter.and)
    case .or(let parts): return all(parts).map(Filter.or)
    case .field(let part):
      guard let value = value(of: part) else { return nil }
      return .field(FieldFilter(part.path, part.op, .value(value)))
    }
  }

  private static func all(_ filters: [Filter]) -> [Filter]? {
    let bound = filters.compactMap(bound)
    return bound.count == filters.count ? bound : nil
  }

  private static func value(of filter: FieldFilter) -> Value? {
    if let known = filter.operand.knownValue { return known }
    // The name of a document says which one is meant.
    guard !filter.path.isDocumentName else { return nil }
    switch filter.op {
    case .in, .notIn, .arrayContainsAny: return .array([StandIn.value(of: filter.path)])
    case .equal, .notEqual, .arrayContains: return StandIn.value(of: filter.path)
    case .lessThan, .lessThanOrEqual: return StandIn.bound(of: filter.path, isLower: false)
    case .greaterThan, .greaterThanOrEqual: return StandIn.bound(of: filter.path, isLower: true)
    }
  }
}

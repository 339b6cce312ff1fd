import Diagnostics
import FirestoreModel
import QueryModel

/// What a query will cost can often be said without running it: nothing bounds the answer, or what is skipped is billed.
enum CostHazards {
  /// A query that rules are to deny costs nothing, whatever it asks for.
  static func findings(on shape: QueryShape) -> [Diagnostic] {
    shape.expectsDenial || !shape.reachesService || !shape.isSent ? [] : bound(shape) + offset(shape)
  }

  /// A listener without limit grows with the history of the collection: every open bills it again. Narrowed by a range
  /// it is bounded by the range, which is usually time.
  private static func bound(_ shape: QueryShape) -> [Diagnostic] {
    let query = shape.query
    guard query.limit == nil, query.nearest == nil, !query.isLookupByName, !shape.mayHaveMore else { return [] }
    // Where nothing at all is known, there is nothing to say.
    let hasUnknownBase = shape.unresolved.contains { $0.kind == .collection }
    if hasUnknownBase, query.filter == nil, query.orders.isEmpty, query.start == nil, query.end == nil { return [] }
    let base = hasUnknownBase ? ["where the query comes from is not known: a limit that is set there is not seen"] : []
    switch shape.kind {
    case .aggregate, .page: return []
    case .listen:
      if query.hasRange {
        return [
          Diagnostic(
            .unboundedQuery, "the listener `\(shape.shortText)` has no limit: only its range bounds what is billed",
            at: shape.location, severity: shape.callSites.isEmpty && !query.hasClosedRange ? nil : .info, notes: base,
            help: "add `limit`")
        ]
      }
      return [listener(shape, notes: base)]
    case .get where shape.isOnlyCounted:
      return [
        Diagnostic(
          .unboundedQuery, "the query `\(shape.shortText)` bills every document that matches, only to count them",
          at: shape.location, severity: base.isEmpty && !shape.isOfOneRun ? nil : .info, notes: base,
          help: "ask for `count()`: up to 1,000 index entries are billed as one read")
      ]
    case .get:
      return [
        Diagnostic(
          .unboundedQuery, "the query `\(shape.shortText)` has no limit: it bills every document that matches",
          at: shape.location, severity: shape.callSites.isEmpty && !query.hasClosedRange ? nil : .info, notes: base,
          help: "add `limit` and page through the rest")
      ]
    }
  }

  /// In the order of time the documents may be a history, which grows as long as the app is used: their names say whether
  /// they are. Of others the list may be short and stay so, and of those that an equality chooses (of one user, one room,
  /// one state) there are often few.
  private static func listener(_ shape: QueryShape, notes: [String]) -> Diagnostic {
    let query = shape.query
    let order = query.orders.first?.path
    let isHistory =
      order?.mayTellOfTime == true
      && ListGrowth.isHistory(query.source.collectionID?.literal?.string ?? "", orderedBy: order)
    let isSure = isHistory && !query.isNarrowed && notes.isEmpty
    let billed = query.isNarrowed ? "every document that matches" : isHistory ? "the whole history" : "every document"
    return Diagnostic(
      .listenerWithoutLimit,
      "the listener `\(shape.shortText)` has no limit and no range: each time it is attached it bills \(billed)",
      at: shape.location, severity: isSure ? nil : .info, notes: notes,
      help: "add `limit`, or a range such as a time after which documents count")
  }

  private static func offset(_ shape: QueryShape) -> [Diagnostic] {
    guard shape.query.offset > 0 else { return [] }
    let count =
      shape.query.unknownBounds.contains(.offset) ? "the" : "up to \(Counted.grouped(Int(shape.query.offset)))"
    return [
      Diagnostic(
        .offsetBillsSkipped, "\(count) documents that `\(shape.shortText)` skips are billed",
        at: shape.location, severity: shape.isOfOneRun ? .info : nil,
        help: "continue from a cursor (`startAfter`) instead of `offset`")
    ]
  }
}

extension Query {
  /// Equality or `in` on `__name__` bounds the answer by the names given.
  fileprivate var isLookupByName: Bool {
    filter?.requiredFieldFilters.contains { $0.path.isDocumentName && ($0.op == .equal || $0.op == .in) } ?? false
  }

  /// An equality selects a part of the collection, or the collection is that of the signed-in user.
  fileprivate var isNarrowed: Bool {
    if source.parent.segments.contains(where: \.isParameter) { return true }
    return filter?.requiredFieldFilters.contains { [.equal, .in, .arrayContains, .arrayContainsAny].contains($0.op) }
      ?? false
  }

  /// A range with both ends, as two weeks of a calendar: it does not grow with the collection.
  fileprivate var hasClosedRange: Bool {
    start != nil && end != nil || rangeEnds.values.contains { $0.isLower && $0.isUpper }
  }

  fileprivate var hasRange: Bool { start != nil || end != nil || !rangeEnds.isEmpty }

  /// Which ends the filters give to the range of a field.
  private var rangeEnds: [FieldPath: (isLower: Bool, isUpper: Bool)] {
    var ends: [FieldPath: (isLower: Bool, isUpper: Bool)] = [:]
    for filter in self.filter?.requiredFieldFilters ?? [] {
      switch filter.op {
      case .greaterThan, .greaterThanOrEqual: ends[filter.path, default: (false, false)].isLower = true
      case .lessThan, .lessThanOrEqual: ends[filter.path, default: (false, false)].isUpper = true
      case .equal, .notEqual, .arrayContains, .in, .arrayContainsAny, .notIn: break
      }
    }
    return ends
  }
}

extension Filter {
  /// The field filters that every result satisfies.
  fileprivate var requiredFieldFilters: [FieldFilter] {
    switch self {
    case .field(let filter): [filter]
    case .unary: []
    case .and(let parts): parts.flatMap(\.requiredFieldFilters)
    case .or(let parts): parts.count == 1 ? parts[0].requiredFieldFilters : []
    }
  }
}

extension PathSegment {
  package var isParameter: Bool { if case .parameter = self { true } else { false } }
}

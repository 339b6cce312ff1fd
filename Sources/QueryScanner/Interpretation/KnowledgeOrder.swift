import FirestoreModel
import QueryModel

extension ScannedRequest {
  /// The same place as it is when a caller's values are known: fewer parts are unresolved, or the other says the same
  /// with unknowns in place of values.
  func isBetterKnown(than other: ScannedRequest) -> Bool {
    if !other.unresolved.isEmpty { return unresolved.count < other.unresolved.count }
    guard unresolved.isEmpty, kind == other.kind else { return false }
    switch (target, other.target) {
    case (.query(let mine, let aggregations), .query(let theirs, let others)):
      return aggregations == others && mine.isCase(of: theirs)
    case (.document(let mine), .document(let theirs)): return mine.isCase(of: theirs)
    default: return false
    }
  }
}

extension PathTemplate {
  fileprivate func isCase(of other: PathTemplate) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { $0 == $1 || $1 == .unknown }
  }
}

extension Query {
  fileprivate func isCase(of other: Query) -> Bool {
    guard source.parent.isCase(of: other.source.parent), source.collectionID == other.source.collectionID,
      source.allDescendants == other.source.allDescendants, orders == other.orders,
      projection == other.projection, nearest == other.nearest, limitToLast == other.limitToLast,
      (start == nil) == (other.start == nil), (end == nil) == (other.end == nil)
    else { return false }
    let limits = limit == other.limit || (limit != nil && other.unknownBounds.contains(.limit))
    let offsets = offset == other.offset || other.unknownBounds.contains(.offset)
    guard limits, offsets else { return false }
    switch (filter, other.filter) {
    case (nil, nil): return true
    case (let mine?, let theirs?): return mine.isCase(of: theirs)
    default: return false
    }
  }
}

extension Filter {
  fileprivate func isCase(of other: Filter) -> Bool {
    switch (self, other) {
    case (.field(let mine), .field(let theirs)):
      mine.path == theirs.path && mine.op == theirs.op
        && (mine.operand == theirs.operand || theirs.operand == .unknown)
    case (.unary(let mine), .unary(let theirs)): mine == theirs
    case (.and(let mine), .and(let theirs)), (.or(let mine), .or(let theirs)):
      mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isCase(of: $1) }
    default: false
    }
  }
}
